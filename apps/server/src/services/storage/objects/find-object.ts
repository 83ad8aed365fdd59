import type { WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import { storageErrors } from '../errors.ts';
import { asServiceRole, runAsCaller, type StorageCall } from '../storage-context.ts';
import { OBJECT_COLUMNS, type ObjectPath, type ObjectRow } from './object-row.ts';

const COLUMNS = OBJECT_COLUMNS.join(', ');
// As JSON, so that dates do not depend on the date style of the caller's role.
const SELECT_OBJECT = `
  select row_to_json(o) from (
    select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2
  ) as o`;
const SELECT_WITH_BUCKET = `
  select b.public::text, case when o.id is not null then row_to_json(o) end
  from storage.buckets as b
    left join lateral (
      select ${COLUMNS} from storage.objects where bucket_id = b.id and name = $2
    ) as o on true
  where b.id = $1`;

function parseObject(json: Buffer | null | undefined): ObjectRow | null {
  if (!json) return null;
  const row = JSON.parse(json.toString()) as ObjectRow;
  return {
    ...row,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    last_accessed_at: new Date(row.last_accessed_at),
  };
}

async function selectFirst(call: StorageCall, text: string, { bucketId, name }: ObjectPath) {
  const scope = call.acting.caller.role;
  const statement: WireStatement = { text, parameters: [bucketId, name], scope };
  const batch = { access: 'read only', statements: [statement], end: 'commit' } as const;
  const [rows = []] = await runAsCaller(call, batch);
  return rows[0];
}

async function selectObject(call: StorageCall, path: ObjectPath): Promise<ObjectRow | null> {
  const row = await selectFirst(call, SELECT_OBJECT, path);
  return parseObject(row?.[0]);
}

/**
 * An object with the visibility of its bucket, whatever the policies are.
 *
 * @throws StorageError NoSuchBucket
 */
async function selectWithBucket(
  call: StorageCall,
  path: ObjectPath,
): Promise<{ isPublic: boolean; object: ObjectRow | null }> {
  const row = await selectFirst(asServiceRole(call), SELECT_WITH_BUCKET, path);
  if (row === undefined) throw storageErrors.noSuchBucket();
  const isPublic = row[0]?.toString() === 'true';
  call.publicBuckets.set(path.bucketId, isPublic);
  return { isPublic, object: parseObject(row[1]) };
}

function orNoSuchKey(object: ObjectRow | null): ObjectRow {
  if (object === null) throw storageErrors.noSuchKey();
  return object;
}

/**
 * An object that the caller may see.
 *
 * @throws StorageError NoSuchKey, also when the caller may not see it
 */
export async function findObject(call: StorageCall, path: ObjectPath): Promise<ObjectRow> {
  return orNoSuchKey(await selectObject(call, path));
}

/**
 * An object of a public bucket, readable without authentication.
 *
 * @param server a call with the rights of the service role
 * @throws StorageError NoSuchBucket, also for a bucket that is not public
 */
export async function findPublicObject(server: StorageCall, path: ObjectPath): Promise<ObjectRow> {
  const { isPublic, object } = await selectWithBucket(server, path);
  if (!isPublic) throw storageErrors.noSuchBucket();
  return orNoSuchKey(object);
}

/**
 * An object that the caller may read by policies, or because its bucket is public. Usually one query:
 * which one comes first depends on whether the bucket was public at the last read.
 *
 * @throws StorageError NoSuchKey, NoSuchBucket
 */
export async function findReadableObject(call: StorageCall, path: ObjectPath): Promise<ObjectRow> {
  const wasPrivate = call.publicBuckets.get(path.bucketId) === false;
  if (wasPrivate) {
    const object = await selectObject(call, path);
    if (object !== null) return object;
  }
  const { isPublic, object } = await selectWithBucket(call, path);
  if (isPublic) return orNoSuchKey(object);
  if (wasPrivate) throw storageErrors.noSuchKey();
  return findObject(call, path);
}
