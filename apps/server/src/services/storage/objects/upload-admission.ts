import type { RawRows, WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { storageErrors } from '../errors.ts';
import type { StorageCall } from '../storage-context.ts';
import { toUuid } from './owner.ts';

/** Type and size that a request declares before its bytes arrive; null for a missing one. */
export interface AnnouncedFacts {
  readonly type: string | null;
  readonly size: number | null;
}

const ADMISSION = `
  select row_to_json(admission)
  from backend_storage.read_admission($1, $2, $3, $4, $5) as admission`;
const CONFIRM = 'select backend_storage.confirm_upload($1, $2, $3, $4, $5, $6, $7)';
/** The SQLSTATE of `confirm_upload`. */
export const ADMISSION_CHANGED = 'PT412';

interface Admission extends ContentRules {
  readonly is_admitted: boolean;
  readonly has_bucket: boolean;
}

function admissionParameters(
  { acting, needsSession, clock }: StorageCall,
  bucketId: string,
): (string | null)[] {
  const { sub, session_id } = acting.caller.claims;
  const sessionId = toUuid(session_id);
  return [
    toUuid(sub),
    needsSession ? sessionId : null,
    String(sessionId !== null),
    bucketId,
    clock.now().toISOString(),
  ];
}

/** Reads whether account, session and bucket admit an upload; see `admittedRules`. */
export function admissionStatement(call: StorageCall, bucketId: string): WireStatement {
  return { text: ADMISSION, parameters: admissionParameters(call, bucketId) };
}

/**
 * Holds account, session and bucket until the transaction ends. Fails with `ADMISSION_CHANGED` when they do not
 * admit the upload under the same rules.
 */
export function confirmStatement(
  call: StorageCall,
  bucketId: string,
  { file_size_limit: limit, allowed_mime_types: types }: ContentRules,
): WireStatement {
  const expected = [
    limit === null ? null : String(limit),
    types === null ? null : JSON.stringify(types),
  ];
  return { text: CONFIRM, parameters: [...admissionParameters(call, bucketId), ...expected] };
}

/** @throws StorageError EntityTooLarge, invalid_mime_type */
export function checkFacts(
  { sizeLimitBytes }: StorageCall,
  rules: ContentRules,
  { type, size }: AnnouncedFacts,
): void {
  if ((size ?? 0) > sizeLimitOf(rules, sizeLimitBytes)) throw storageErrors.tooLarge();
  if (type !== null) checkType(rules, type);
}

/**
 * The rules of the bucket, from the rows of `admissionStatement`.
 *
 * @throws StorageError when the upload is not admitted
 */
export function admittedRules(
  call: StorageCall,
  rows: RawRows | undefined,
  announced: AnnouncedFacts,
): ContentRules {
  const admission = JSON.parse(rows?.[0]?.[0]?.toString() ?? '{}') as Partial<Admission>;
  const { is_admitted, has_bucket, file_size_limit = null, allowed_mime_types = null } = admission;
  if (is_admitted !== true) throw storageErrors.sessionEnded();
  if (has_bucket !== true) throw storageErrors.noSuchBucket();
  const rules = { file_size_limit, allowed_mime_types };
  checkFacts(call, rules, announced);
  return rules;
}
