/** What the statement itself must refuse, so that the transaction is rolled back with it. */
export interface Guards {
  /** Unguessable, so that no error of the database can be taken for a guard's. */
  readonly marker: string;
  /** Exactly one row, else an error. */
  readonly single: boolean;
  /** At most this many rows, else an error. */
  readonly maxAffected: number | null;
  /** The payload's one row fits the URL, else an error. */
  readonly put: boolean;
}

const GUARD_NAMES = ['single', 'max-affected', 'put', 'embedded-rows', 'bytes'] as const;
type GuardName = (typeof GUARD_NAMES)[number];

/** Counts, within the transaction, the rows embedded in lists so far. */
const EMBEDDED_SETTING = 'request.rows_embedded';
const EMBEDDED_COUNT = `coalesce(nullif(current_setting('${EMBEDDED_SETTING}', true), ''), '0')::int8`;

/**
 * Fails inside Postgres with a message that `readGuard` understands. Begins with a letter: what
 * begins with ten digits, as one marker in a hundred does, is out of range before it is no number.
 */
function refuse(marker: string, name: GuardName, count: string): string {
  return `('refused ${marker}:${name}:' || ${count})::int4`;
}

/** Checks the rows of the answer, in the select list that counts them. */
export function rowsGuard({ marker, single, maxAffected, put }: Guards): string {
  const when = (wrong: string, name: GuardName) =>
    `when count(*) ${wrong} then ${refuse(marker, name, 'count(*)')}`;
  const tests = [
    ...(maxAffected === null ? [] : [when(`> ${maxAffected}`, 'max-affected')]),
    ...(put ? [when('<> 1', 'put')] : []),
    ...(single ? [when('<> 1', 'single')] : []),
  ];
  return tests.length === 0 ? 'null::int4' : `case ${tests.join(' ')} end`;
}

/** Refuses an answer that is longer than `maxBytes`, before any of it is sent. */
export function bytesGuard(marker: string, body: string, maxBytes: number): string {
  const length = `octet_length(${body})`;
  return `case when ${length} > ${maxBytes} then ${refuse(marker, 'bytes', length)} end`;
}

export interface EmbedBudget {
  readonly marker: string;
  readonly maxRows: number;
}

/**
 * An aggregate over embedded rows that also counts them, for all lists of one
 * answer together, and fails as soon as they are more than the budget.
 */
export function withinBudget(aggregate: string, { marker, maxRows }: EmbedBudget): string {
  const counted = `set_config('${EMBEDDED_SETTING}', (${EMBEDDED_COUNT} + count(*))::text, true)::int8`;
  return `case when ${counted} > ${maxRows} then to_json(${refuse(marker, 'embedded-rows', EMBEDDED_COUNT)}) else ${aggregate} end`;
}

const SAID = new RegExp(`:(${GUARD_NAMES.join('|')}):(\\d+)`);

/** What a guard's error says: which guard and how many; null for any other error. */
export function readGuard(
  marker: string,
  message: string,
): { name: GuardName; count: string } | null {
  const at = message.indexOf(`${marker}:`);
  if (at < 0) return null;
  const [, name, count] = SAID.exec(message.slice(at + marker.length)) ?? [];
  return name === undefined || count === undefined ? null : { name: name as GuardName, count };
}
