import { ConnectionError, DatabaseError } from '../../../platform/database/wire/errors.ts';
import { errors, type RestError } from '../errors.ts';
import type { RequestPlan } from '../plan/request-plan.ts';
import { readGuard } from '../sql/guards.ts';
import { fromDatabaseError } from '../sqlstate.ts';
import type { RunContext } from './run-context.ts';

const CONNECTION_ERRORS = {
  unreachable: errors.connection,
  lost: errors.databaseClient,
  busy: errors.poolTimeout,
} as const;

/** The function of Postgres that raises "cannot execute … in a read-only transaction". */
const READ_ONLY_ROUTINE = 'PreventCommandIfReadOnly';

/** Maps an error of the database to an error response; null for any other error. */
export function toRunError(
  error: unknown,
  role: string,
  { readOnly }: RequestPlan,
  { marker, maxBytes }: RunContext,
): RestError | null {
  if (error instanceof ConnectionError) return CONNECTION_ERRORS[error.problem](error);
  if (!(error instanceof DatabaseError)) return null;
  // The request may write, so the database is temporarily read-only.
  if (error.routine === READ_ONLY_ROUTINE && !readOnly) return errors.connection(error);
  const guard = error.code === '22P02' ? readGuard(marker, error.message) : null;
  if (guard === null) return fromDatabaseError(error, role !== 'anon');
  switch (guard.name) {
    case 'put':
      return errors.putPayload();
    case 'single':
      return errors.notSingular(guard.count);
    case 'max-affected':
      return errors.maxAffected(guard.count);
    case 'bytes':
      return errors.responseTooLarge(maxBytes ?? 0);
    case 'embedded-rows':
      return errors.embeddedRows();
  }
}
