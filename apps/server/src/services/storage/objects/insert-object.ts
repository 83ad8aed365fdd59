import type { RawRows, WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { NewObject } from './object-row.ts';

// No RETURNING clause, because a caller who may insert an object need not be allowed to select it.
const INSERT = `
  insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const UPSERT = `${INSERT}
  on conflict (bucket_id, name) do update set
    owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now(), last_accessed_at = now()
  returning id`;

const toJson = (value: JsonObject | null): string | null =>
  value === null ? null : JSON.stringify(value);

/** Inserts the row of an object. With `upsert`, replaces an existing one. */
export function insertStatement(object: NewObject, role: string): WireStatement {
  const { id, bucket_id, name, owner, owner_id, version, metadata, user_metadata } = object;
  return {
    text: object.upsert ? UPSERT : INSERT,
    parameters: [
      ...[id, bucket_id, name, owner, owner_id, version],
      ...[toJson(metadata), toJson(user_metadata)],
    ],
    scope: role,
  };
}

/** The id of the object after `insertStatement`: the id of a replaced row stays. */
export function insertedId(object: NewObject, rows: RawRows | undefined): string {
  return rows?.[0]?.[0]?.toString() ?? object.id;
}
