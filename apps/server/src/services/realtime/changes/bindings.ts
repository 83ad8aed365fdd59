import type postgres from 'postgres';
import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Channel } from '../channels/channel.ts';
import { SOCKET_REQUEST } from '../channels/who.ts';
import type { ChangesBinding } from '../protocol/join-payload.ts';
import { compileFilter, type Filter, type FilterColumn } from './filter.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange, StoredColumn } from './stored-change.ts';

/** One wish of a channel to hear of changes. */
export interface Binding {
  readonly id: number;
  readonly channel: Channel;
  readonly event: string;
  readonly schema: string;
  /** Null for every table of the schema. */
  readonly table: string | null;
  readonly filter: Filter | null;
  /** Null for all columns. */
  readonly select: ReadonlySet<string> | null;
}

/** Nothing of the wish is published, or the caller may read none of it. */
export class NothingToHearError extends Error {
  override readonly name = 'NothingToHearError';
}

const FILTER_TIMEOUT_MS = 1_000;

interface PublishedColumn extends FilterColumn {
  readonly isReadable: boolean;
}

const isAll = (name: string | undefined): boolean =>
  name === undefined || name === '' || name === '*';

/** As a hosted project says it. */
function nothingToHear({ event, schema = '*', table = '*', filter }: ChangesBinding): Error {
  return new NothingToHearError(
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for ' +
      `the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, ` +
      `filters: [${filter ?? ''}]]`,
  );
}

/** Asks as the subscriber, who may keep nobody waiting for long. */
function askFor<T>(
  sql: Sql,
  { identity: { caller } }: Channel,
  ask: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return withCaller(
    sql,
    { caller, request: SOCKET_REQUEST },
    async (tx) => {
      await tx`select set_config('statement_timeout', ${String(FILTER_TIMEOUT_MS)}, true)`;
      return ask(tx);
    },
    { access: 'read only' },
  );
}

/**
 * Tries out a wish as the subscriber: there is something published that they
 * may read, and the filter makes sense.
 *
 * @throws NothingToHearError, FilterError, or what Postgres says of the filter
 */
export async function resolveBinding(
  sql: Sql,
  channel: Channel,
  wish: ChangesBinding,
  id: number,
): Promise<Binding> {
  const { event, schema = 'public', filter, select } = wish;
  const table = isAll(wish.table) ? null : (wish.table ?? null);
  return askFor(sql, channel, async (tx) => {
    const columns = await tx<PublishedColumn[]>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        t.typname as "typeName",
        has_column_privilege(c.oid, a.attnum, 'select') as "isReadable"
      from pg_publication_tables as p
        join pg_namespace as n on n.nspname = p.schemaname
        join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
        join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type as t on t.oid = a.atttypid
      where p.pubname = 'supabase_realtime' and p.schemaname = ${schema}
        and (${table}::text is null or p.tablename = ${table})
        and has_schema_privilege(n.oid, 'usage')`;
    const readable = columns.filter(({ isReadable }) => isReadable);
    if (readable.length === 0) throw nothingToHear(wish);
    const byName = new Map(readable.map((one) => [one.name, one]));
    if (select?.some((name) => !byName.has(name)) === true) throw nothingToHear(wish);
    const hasFilter = filter !== null && filter !== undefined && filter !== '';
    return {
      id,
      channel,
      event: event.toUpperCase(),
      schema,
      table,
      filter: hasFilter ? await compileFilter(tx, filter, byName) : null,
      select: select ? new Set(select) : null,
    };
  });
}

/** What filters are asked of: of a deleted row only a part is known, and nothing that is not known matches. */
export const filteredRow = ({ kind, row, oldRow }: RowChange): TextRow =>
  (kind === 'DELETE' ? oldRow : row) ?? {};

/** Which of the rows a filter lets through that only Postgres can tell. */
export function askFilter(
  sql: Sql,
  filter: Filter,
  channel: Channel,
  rows: readonly TextRow[],
): Promise<boolean[]> {
  return askFor(sql, channel, (tx) => filter.ask(tx, rows));
}

/** The type that each column is told with. */
export const columnsJson = (columns: readonly StoredColumn[]): string =>
  JSON.stringify(columns.map(({ name, type }) => ({ name, type })));
