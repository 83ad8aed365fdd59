import type { Caller } from '../../platform/identity/caller.ts';
import { callerSettings, runBatch, type Setting } from '../../platform/database/caller-scope.ts';
import { ConnectionError, DatabaseError } from '../../platform/database/wire/errors.ts';
import type { RawRows, WirePool, WireStatement } from '../../platform/database/wire/wire-pool.ts';
import { failures, type RestError } from './errors.ts';
import type { CompiledRequest } from './plan/compiled-request.ts';
import type { IncomingRequest, ParsedRequest } from './request/request.ts';
import type { SchemaCache } from './schema-cache/types.ts';
import { bindParameters, quoteIdentifier } from './sql/parameters.ts';
import { readGuard, type Statement } from './sql/statement.ts';
import { fromDatabaseError } from './sqlstate.ts';

/** What the one main statement said. */
export interface QueryResult {
  /** Rows in the answer. */
  readonly page: number;
  /** Rows there are, where that was asked for. */
  readonly total: number | null;
  readonly body: Buffer | null;
  /** What the database set for `response.headers` and `response.status`. */
  readonly headers: string | null;
  readonly status: string | null;
  readonly inserted: number | null;
  /** Name and value of each primary key column, alternating. */
  readonly location: readonly string[] | null;
}

export interface RunContext {
  readonly pool: WirePool;
  readonly cache: SchemaCache;
  readonly marker: string;
  /** See `searchPathsOf`. */
  readonly searchPaths: ReadonlyMap<string, string>;
  readonly maxRows: number | null;
  readonly txEnd: 'commit' | 'commit-allow-override' | 'rollback';
}

/** The `search_path` of each exposed schema: the schema, then what always comes after it. */
export function searchPathsOf(
  schemas: readonly string[],
  extra: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    schemas.map((schema) => [
      schema,
      [schema, ...extra.filter((name) => name !== schema)].map(quoteIdentifier).join(', '),
    ]),
  );
}

function parseCookies(header: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (header ?? '')
      .split(';')
      .map((pair) => pair.trim().split('='))
      .filter(([name]) => name !== undefined && name !== '')
      .map(([name = '', ...value]) => [name, value.join('=')]),
  );
}

function requestSettings(
  incoming: IncomingRequest,
  request: ParsedRequest,
  caller: Caller,
  context: RunContext,
  { statementTimeout }: CompiledRequest,
): Setting[] {
  const { cookie, ...headers } = incoming.headers;
  const { timezone } = request.preferences;
  return [
    ['search_path', context.searchPaths.get(request.schema) ?? ''],
    ...callerSettings(caller),
    ['request.method', request.method],
    ['request.path', incoming.path],
    ['request.headers', JSON.stringify(headers)],
    ['request.cookies', cookie === undefined ? '{}' : JSON.stringify(parseCookies(cookie))],
    ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ...(context.cache.roleSettings.get(caller.role) ?? []),
    ...(statementTimeout === null ? [] : [['statement_timeout', statementTimeout] as const]),
  ];
}

function endOf(request: ParsedRequest, context: RunContext): 'commit' | 'rollback' {
  const byDefault = context.txEnd === 'rollback' ? 'rollback' : 'commit';
  return request.preferences.transaction ?? byDefault;
}

function toWireStatement(
  { text, sources }: Statement,
  request: ParsedRequest,
  caller: Caller,
): WireStatement {
  return { text, parameters: bindParameters(sources, request.values), scope: caller.role };
}

function numberOf(cell: Buffer | null | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell.toString('latin1'));
}

function textOf(cell: Buffer | null | undefined): string | null {
  return cell?.toString('utf8') ?? null;
}

function toResult(rows: RawRows): QueryResult {
  const [page, total, body, headers, status, inserted, location] = rows[0] ?? [];
  const locationText = textOf(location);
  return {
    page: numberOf(page) ?? 0,
    total: numberOf(total),
    body: body ?? null,
    headers: textOf(headers),
    status: textOf(status),
    inserted: numberOf(inserted),
    location: locationText === null ? null : (JSON.parse(locationText) as string[]),
  };
}

/** A plan comes as one JSON value or as lines of text. */
function toPlanResult(rows: RawRows): QueryResult {
  const lines = rows.map((row) => row[0]?.toString('utf8') ?? '');
  return {
    page: 0,
    total: null,
    body: Buffer.from(lines.join('\n')),
    headers: null,
    status: null,
    inserted: null,
    location: null,
  };
}

function plannedRows(rows: RawRows): number {
  const [plan] = JSON.parse(textOf(rows[0]?.[0]) ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[];
  return plan?.Plan?.['Plan Rows'] ?? 0;
}

/** With `estimated`, the planner's guess counts only beyond the row cap. */
function withPlannedTotal(
  result: QueryResult,
  planned: number,
  request: ParsedRequest,
  maxRows: number | null,
): QueryResult {
  if (request.preferences.count === 'planned') return { ...result, total: planned };
  const counted = result.total ?? 0;
  const beyond = maxRows !== null && counted > maxRows;
  return { ...result, total: beyond ? Math.max(planned, counted) : counted };
}

const CONNECTION_FAILURES = {
  unreachable: failures.connection,
  lost: failures.databaseClient,
  busy: failures.poolTimeout,
} as const;

function toRestError(error: unknown, caller: Caller, marker: string): RestError | null {
  if (error instanceof ConnectionError) return CONNECTION_FAILURES[error.problem](error);
  if (!(error instanceof DatabaseError)) return null;
  const guard = error.code === '22P02' ? readGuard(marker, error.message) : null;
  if (guard === null) return fromDatabaseError(error, caller.role !== 'anon');
  if (guard.name === 'put') return failures.putPayload();
  return guard.name === 'single'
    ? failures.notSingular(guard.rows)
    : failures.maxAffected(guard.rows);
}

/**
 * The one step that touches the database: one transaction, usually one round trip.
 *
 * @throws RestError whatever Postgres refuses
 */
export async function runRequest(
  incoming: IncomingRequest,
  request: ParsedRequest,
  compiled: CompiledRequest,
  caller: Caller,
  context: RunContext,
): Promise<QueryResult> {
  const planned = compiled.plannedCount;
  try {
    const [main, plan] = await runBatch(context.pool, {
      access: compiled.readOnly ? 'read only' : 'read write',
      settings: requestSettings(incoming, request, caller, context, compiled),
      statements: [
        toWireStatement(compiled.statement, request, caller),
        ...(planned === null ? [] : [toWireStatement(planned, request, caller)]),
      ],
      end: endOf(request, context),
    });
    if (compiled.answer.kind === 'plan') return toPlanResult(main ?? []);
    const result = toResult(main ?? []);
    if (compiled.single && result.page !== 1) throw failures.notSingular(result.page);
    return plan === undefined
      ? result
      : withPlannedTotal(result, plannedRows(plan), request, context.maxRows);
  } catch (error) {
    throw toRestError(error, caller, context.marker) ?? error;
  }
}
