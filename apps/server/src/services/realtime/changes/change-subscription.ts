import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { Sql, Transaction } from '../../../platform/database/connection.ts';
import { SOCKET_REQUEST } from '../channels/authentication.ts';
import type { Channel } from '../channels/channel.ts';
import type { SubscriptionRequest } from '../protocol/join-payload.ts';
import { compileFilter, type Filter, type FilterColumn } from './filter.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange } from './stored-change.ts';

/** One subscription of a channel to changes. */
export interface ChangeSubscription {
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

/** The subscription matches no published column that the caller may read. */
export class EmptySubscriptionError extends Error {
  override readonly name = 'EmptySubscriptionError';
}

const QUERY_TIMEOUT_MS = 1_000;

interface PublishedColumn extends FilterColumn {
  readonly isReadable: boolean;
}

const isAll = (name: string | undefined): boolean =>
  name === undefined || name === '' || name === '*';

/** The message is that of a hosted project. */
function emptySubscription(request: SubscriptionRequest): Error {
  const { event, schema = '*', table = '*', filter } = request;
  return new EmptySubscriptionError(
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for ' +
      `the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, ` +
      `filters: [${filter ?? ''}]]`,
  );
}

/** Queries as the subscriber, with a short timeout. */
function queryAsSubscriber<T>(
  sql: Sql,
  { identity: { caller } }: Channel,
  query: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return withCaller(
    sql,
    { caller, request: SOCKET_REQUEST },
    async (tx) => {
      await tx`select set_config('statement_timeout', ${String(QUERY_TIMEOUT_MS)}, true)`;
      return query(tx);
    },
    { access: 'read only' },
  );
}

/**
 * Checks a requested subscription as the subscriber: it matches a published column
 * that the caller may read, and its filter is valid.
 *
 * @throws EmptySubscriptionError, FilterError, or an error of Postgres about the filter
 */
export async function resolveSubscription(
  sql: Sql,
  channel: Channel,
  request: SubscriptionRequest,
  id: number,
): Promise<ChangeSubscription> {
  const { event, schema = 'public', filter, select } = request;
  const table = isAll(request.table) ? null : (request.table ?? null);
  return queryAsSubscriber(sql, channel, async (tx) => {
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
    if (readable.length === 0) throw emptySubscription(request);
    const byName = new Map(readable.map((one) => [one.name, one]));
    if (select?.some((name) => !byName.has(name)) === true) throw emptySubscription(request);
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

/** The row that filters compare. A deleted row has only some columns; a missing column matches no filter. */
export const filteredRow = ({ kind, row, oldRow }: RowChange): TextRow =>
  (kind === 'DELETE' ? oldRow : row) ?? {};

/** Evaluates a filter in Postgres. @returns for each row whether it matches */
export function queryFilter(
  sql: Sql,
  filter: Filter,
  channel: Channel,
  rows: readonly TextRow[],
): Promise<boolean[]> {
  return queryAsSubscriber(sql, channel, (tx) => filter.query(tx, rows));
}
