import { codeOf } from '../error-code.ts';
import { ConnectionError, DatabaseError } from './wire/errors.ts';

/**
 * What an error of the database means to a service, whichever client reported it:
 *
 * - `unavailable`: Postgres cannot be reached, is restarting, takes no writes or has too few resources
 * - `timeout`: the statement was canceled
 * - `full`: the disk is full
 * - `denied`: the role lacks a right, or row level security refuses the row
 * - `login`: the role may not log in
 * - `duplicate`: a unique index has the value already
 * - `reference`: another row is missing, or refers to this one
 * - `rule`: a trigger refuses the row in words of its own (`check_violation` that names no constraint)
 * - `invalid`: the value cannot be stored, such as a text with a null character
 *
 * @see https://www.postgresql.org/docs/17/errcodes-appendix.html
 */
export type DatabaseErrorClass =
  | 'unavailable'
  | 'timeout'
  | 'full'
  | 'denied'
  | 'login'
  | 'duplicate'
  | 'reference'
  | 'rule'
  | 'invalid';

/** Matched in this order. Codes of Postgres have five characters, those of Node more. */
const CLASSES: readonly (readonly [DatabaseErrorClass, RegExp])[] = [
  ['timeout', /^57014$/],
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  // 53400 is a limit of the configuration, such as too many locks for one transaction.
  ['unavailable', /^(08...|25006|53(?!400)...|57P0[1-5])$/],
  ['unavailable', /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT)$/],
  ['denied', /^42501$/],
  ['login', /^28...$/],
  ['duplicate', /^23505$/],
  ['reference', /^(23503|23001)$/],
  ['invalid', /^22...$/],
];

/** The constraint or unique index that an error names, or null. */
export function constraintOf(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.constraint ?? null) : null;
}

/** @returns null where the error is of another kind, or not of the database */
export function classifyDatabaseError(error: unknown): DatabaseErrorClass | null {
  if (error instanceof ConnectionError) return 'unavailable';
  const code = codeOf(error);
  if (code === null) return null;
  if (code === '23514') return constraintOf(error) === null ? 'rule' : 'invalid';
  return CLASSES.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}
