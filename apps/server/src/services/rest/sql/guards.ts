import type { RowGuards } from '../plan/request-plan.ts';

export interface Guards extends RowGuards {
  /** A random text that distinguishes errors of guards from other errors. */
  readonly marker: string;
}

const GUARD_NAMES = ['single', 'max-affected', 'put', 'embedded-rows', 'bytes'] as const;
type GuardName = (typeof GUARD_NAMES)[number];

/** A transaction setting that counts the rows in embedded lists. */
const EMBEDDED_SETTING = 'request.rows_embedded';
const EMBEDDED_COUNT = `coalesce(nullif(current_setting('${EMBEDDED_SETTING}', true), ''), '0')::int8`;

/**
 * Fails with a cast error whose message `readGuard` parses. The text starts with a letter, because a
 * marker that starts with ten digits would cause an out-of-range error instead.
 */
function failSql(marker: string, name: GuardName, count: string): string {
  return `('refused ${marker}:${name}:' || ${count})::int4`;
}

/** Checks the number of rows. */
export function rowsGuard({ marker, single, maxAffected, put }: Guards): string {
  const when = (violation: string, name: GuardName) =>
    `when count(*) ${violation} then ${failSql(marker, name, 'count(*)')}`;
  const tests = [
    ...(maxAffected === null ? [] : [when(`> ${maxAffected}`, 'max-affected')]),
    ...(put ? [when('<> 1', 'put')] : []),
    ...(single ? [when('<> 1', 'single')] : []),
  ];
  return tests.length === 0 ? 'null::int4' : `case ${tests.join(' ')} end`;
}

/** Checks the size of the response body. */
export function bytesGuard(marker: string, body: string, maxBytes: number): string {
  const length = `octet_length(${body})`;
  return `case when ${length} > ${maxBytes} then ${failSql(marker, 'bytes', length)} end`;
}

export interface EmbedBudget {
  readonly marker: string;
  readonly maxRows: number;
}

/** Wraps an aggregate over embedded rows, and fails when all lists of the response exceed the budget. */
export function withinBudget(aggregate: string, { marker, maxRows }: EmbedBudget): string {
  const counted = `set_config('${EMBEDDED_SETTING}', (${EMBEDDED_COUNT} + count(*))::text, true)::int8`;
  return `case when ${counted} > ${maxRows} then to_json(${failSql(marker, 'embedded-rows', EMBEDDED_COUNT)}) else ${aggregate} end`;
}

const GUARD_MESSAGE = new RegExp(`:(${GUARD_NAMES.join('|')}):(\\d+)`);

/** Parses the error message of a guard; null for any other error. */
export function readGuard(
  marker: string,
  message: string,
): { name: GuardName; count: string } | null {
  const at = message.indexOf(`${marker}:`);
  if (at < 0) return null;
  const [, name, count] = GUARD_MESSAGE.exec(message.slice(at + marker.length)) ?? [];
  return name === undefined || count === undefined ? null : { name: name as GuardName, count };
}
