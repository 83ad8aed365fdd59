import { classifyDatabaseError } from '../../../platform/database/error-class.ts';
import { codeOf } from '../../../platform/error-code.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { runAsCaller, type StorageCall } from '../storage-context.ts';
import type { NewVersion } from '../announced-versions.ts';
import { announceStatement } from '../versions.ts';
import { insertedId, insertStatement } from './insert-object.ts';
import type { BytesFacts, NewObject } from './object-row.ts';
import {
  ADMISSION_CHANGED,
  admissionStatement,
  admittedRules,
  checkFacts,
  confirmStatement,
  type AnnouncedFacts,
} from './upload-admission.ts';

/** Rules that change more often than this during one insert are an error. */
const MAX_ATTEMPTS = 5;

/** Reads the admission alone, for the reason why a batch failed. */
async function readAdmission(
  call: StorageCall,
  bucketId: string,
  facts: AnnouncedFacts,
): Promise<ContentRules> {
  const [rows] = await call.pool.run([admissionStatement(call, bucketId)], { repeatable: true });
  return admittedRules(call, rows, facts);
}

/** An upload that is not admitted has an error of its own, independent of the policies. */
async function explainError(
  call: StorageCall,
  error: unknown,
  bucketId: string,
  announced: AnnouncedFacts,
): Promise<never> {
  const kind = classifyDatabaseError(error);
  if (kind !== 'unavailable' && kind !== 'timeout') await readAdmission(call, bucketId, announced);
  throw error;
}

/**
 * Checks in one round trip whether the caller may add an object, before its bytes are received.
 *
 * @param version announced in the same round trip if it is not, so that its bytes may be written; null for a check
 *   only
 * @returns the rules that the bytes must follow
 * @throws StorageError, DatabaseError
 */
export async function checkMayAttach(
  call: StorageCall,
  object: NewObject,
  announced: AnnouncedFacts,
  version: NewVersion | null,
): Promise<ContentRules> {
  const { bucket_id: bucketId } = object;
  let isAnnounced = version?.isAnnounced === true;
  try {
    const [admission] = await runAsCaller(call, {
      access: 'read write',
      before: [admissionStatement(call, bucketId)],
      statements: [insertStatement({ ...object, version: null }, call.acting.caller.role)],
      end: 'discard',
      after: version === null || isAnnounced ? [] : [announceStatement([version.version])],
    }).catch((error: unknown) => explainError(call, error, bucketId, announced));
    isAnnounced = version !== null;
    return admittedRules(call, admission, announced);
  } catch (error) {
    if (version !== null && isAnnounced) await call.versions.drop(version.version);
    throw error;
  }
}

/**
 * Inserts the row of an object whose bytes are stored, in one round trip. Repeats every check in the same
 * transaction, because hours can have passed since the first check.
 *
 * @param rules the bucket's rules at the first check
 * @returns the object's id
 * @throws StorageError, DatabaseError
 */
export async function attachObject(
  call: StorageCall,
  object: NewObject,
  facts: BytesFacts,
  rules: ContentRules,
): Promise<string> {
  const { role } = call.acting.caller;
  let current = rules;
  for (let attempt = 1; ; attempt += 1) {
    checkFacts(call, current, facts);
    try {
      const [, rows] = await runAsCaller(call, {
        access: 'read write',
        before: [confirmStatement(call, object.bucket_id, current)],
        statements: [insertStatement(object, role)],
        end: 'commit',
      });
      return insertedId(object, rows);
    } catch (error) {
      if (codeOf(error) !== ADMISSION_CHANGED || attempt === MAX_ATTEMPTS) throw error;
      current = await readAdmission(call, object.bucket_id, facts);
    }
  }
}
