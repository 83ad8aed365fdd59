import type { Transaction } from '../../../platform/database/connection.ts';
import { testPermission, withCaller } from '../../../platform/database/caller-scope.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { storageErrors } from '../errors.ts';
import type { StorageCall } from '../storage-context.ts';
import { toUuid } from './owner.ts';
import { insertObject, type BytesFacts, type NewObject } from './object-row.ts';

/** Type and size that a request declares before its bytes arrive; null for a missing one. */
export interface AnnouncedFacts {
  readonly type: string | null;
  readonly size: number | null;
}

const NO_RULES: ContentRules = { file_size_limit: null, allowed_mime_types: null };

interface Admission {
  readonly is_admitted: boolean;
  readonly has_bucket: boolean;
  readonly file_size_limit: string | null;
  readonly allowed_mime_types: readonly string[] | null;
}

/** Checks account, session and bucket, and holds them until the transaction ends. */
async function admit(
  tx: Transaction,
  { acting, needsSession, clock, sizeLimitBytes }: StorageCall,
  bucketId: string,
  { type, size }: AnnouncedFacts,
): Promise<ContentRules> {
  const { sub, session_id } = acting.caller.claims;
  const sessionId = toUuid(session_id);
  const [admission] = await tx<Admission[]>`
    select * from backend_storage.admit_upload(
      ${toUuid(sub)}, ${needsSession ? sessionId : null}, ${sessionId !== null}, ${bucketId},
      ${clock.now()}
    )`;
  if (admission?.is_admitted !== true) throw storageErrors.sessionEnded();
  if (!admission.has_bucket) throw storageErrors.noSuchBucket();
  const { file_size_limit: limit, allowed_mime_types } = admission;
  const rules = { file_size_limit: limit === null ? null : Number(limit), allowed_mime_types };
  if ((size ?? 0) > sizeLimitOf(rules, sizeLimitBytes)) throw storageErrors.tooLarge();
  if (type !== null) checkType(rules, type);
  return rules;
}

/**
 * Checks whether the caller may add an object, before its bytes are received.
 *
 * @returns the rules that the bytes must follow
 * @throws StorageError, PostgresError
 */
export async function checkMayAttach(
  call: StorageCall,
  object: NewObject,
  announced: AnnouncedFacts,
): Promise<ContentRules> {
  const { sql, acting } = call;
  let rules: ContentRules = NO_RULES;
  await testPermission(sql, acting, (tx) => insertObject(tx, { ...object, version: null }), {
    async before(tx) {
      rules = await admit(tx, call, object.bucket_id, announced);
    },
  });
  return rules;
}

/**
 * Inserts the row of an object whose bytes are stored. Repeats every check in the same transaction, because
 * hours can have passed since the first check.
 *
 * @returns the object's id
 * @throws StorageError, PostgresError
 */
export function attachObject(
  call: StorageCall,
  object: NewObject,
  facts: BytesFacts,
): Promise<string> {
  const { sql, acting } = call;
  return withCaller(sql, acting, (tx) => insertObject(tx, object), {
    async before(tx) {
      await admit(tx, call, object.bucket_id, facts);
    },
  });
}
