import { ConnectionError, DatabaseError } from '../../platform/database/wire/errors.ts';
import { ProtocolError } from '../../platform/database/wire/message-reader.ts';
import type { StatementResult } from '../../platform/database/wire/statement-result.ts';

/** The result of a command as pg_cron stores it: the tag of its last statement, or the number of its rows. */
export function describeResult(results: readonly StatementResult[]): string {
  const last = results.at(-1);
  if (last === undefined) return '';
  if (last.fields === null) return last.tag;
  return last.rows.length === 1 ? '1 row' : `${String(last.rows.length)} rows`;
}

/** The error of a command as psql shows it. */
export function describeError(error: unknown): string {
  if (error instanceof DatabaseError) {
    const lines = [`${error.severity}:  ${error.message}`];
    if (error.detail !== undefined) lines.push(`DETAIL:  ${error.detail}`);
    if (error.hint !== undefined) lines.push(`HINT:  ${error.hint}`);
    if (error.context !== undefined) lines.push(`CONTEXT:  ${error.context}`);
    return `${lines.join('\n')}\n`;
  }
  if (error instanceof ConnectionError && error.cause instanceof ProtocolError) {
    return 'COPY not supported';
  }
  return error instanceof ConnectionError && error.problem === 'unreachable'
    ? 'connection failed'
    : 'connection lost';
}
