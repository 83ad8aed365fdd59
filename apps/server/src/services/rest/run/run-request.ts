import type { ActingCaller, Setting } from '../../../platform/identity/caller-settings.ts';
import { runBatch } from '../../../platform/database/caller-scope.ts';
import { ConnectionError, DatabaseError } from '../../../platform/database/wire/errors.ts';
import type { WirePool, WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import type { CompiledRequest } from '../compile/compiled-request.ts';
import { errors, type RestError } from '../errors.ts';
import type { ParsedRequest } from '../request/request.ts';
import { toIsolation, type SchemaCache } from '../schema-cache/schema-cache.ts';
import { readGuard } from '../sql/guards.ts';
import { bindParameters, quoteIdentifier } from '../sql/parameters.ts';
import type { Statement } from '../sql/statement.ts';
import { fromDatabaseError } from '../sqlstate.ts';
import { plannedRows, toPlanResult, toResult, type QueryResult } from './query-result.ts';
import { shorterTimeout } from './time-limit.ts';

export interface RunContext {
  readonly pool: WirePool;
  readonly cache: SchemaCache;
  readonly marker: string;
  /** See `searchPathsOf`. */
  readonly searchPaths: ReadonlyMap<string, string>;
  /** Runs before the statement of every request; see `preRequestOf`. */
  readonly preRequest: WireStatement | null;
  readonly maxRows: number | null;
  readonly maxBytes: number | null;
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

/** The call of a function by its name, with or without a schema before it. */
export function preRequestOf(name: string | null): WireStatement | null {
  if (name === null) return null;
  const [schema = '', ...rest] = name.split('.');
  const parts = rest.length === 0 ? [schema] : [schema, rest.join('.')];
  return { text: `select ${parts.map(quoteIdentifier).join('.')}()`, parameters: [] };
}

/** Settings that follow the role: what it brings with it, and what this request needs. */
function settingsAfter(
  request: ParsedRequest,
  compiled: CompiledRequest,
  roleSettings: ReadonlyMap<string, string> | undefined,
): Setting[] {
  const { timezone } = request.preferences;
  const { statementTimeout, maxTimeMs } = compiled;
  const ownTime = statementTimeout ?? roleSettings?.get('statement_timeout');
  const time = maxTimeMs === null ? statementTimeout : shorterTimeout(ownTime, maxTimeMs);
  return [
    ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ...(roleSettings ?? []),
    ...(time === null ? [] : [['statement_timeout', time] as const]),
  ];
}

function endOf(request: ParsedRequest, context: RunContext): 'commit' | 'rollback' {
  const byDefault = context.txEnd === 'rollback' ? 'rollback' : 'commit';
  return request.preferences.tx ?? byDefault;
}

function toWireStatement(
  { text, sources }: Statement,
  request: ParsedRequest,
  role: string,
): WireStatement {
  return { text, parameters: bindParameters(sources, request.values), scope: role };
}

/**
 * Where the planner's guess may be told, it is the total; with `estimated` only
 * beyond the row cap.
 */
function withPlannedTotal(
  result: QueryResult,
  planned: number,
  request: ParsedRequest,
  maxRows: number | null,
): QueryResult {
  if (!result.estimable) return result;
  if (request.preferences.count === 'planned') return { ...result, total: planned };
  const counted = result.total ?? 0;
  const beyond = maxRows !== null && counted > maxRows;
  return { ...result, total: beyond ? Math.max(planned, counted) : counted };
}

const CONNECTION_FAILURES = {
  unreachable: errors.connection,
  lost: errors.databaseClient,
  busy: errors.poolTimeout,
} as const;

/** Postgres's own function that refuses writes; functions of the project can raise its code, but not this. */
const REFUSES_WRITES = 'PreventCommandIfReadOnly';

function toRestError(
  error: unknown,
  role: string,
  { readOnly }: CompiledRequest,
  context: RunContext,
): RestError | null {
  if (error instanceof ConnectionError) return CONNECTION_FAILURES[error.problem](error);
  if (!(error instanceof DatabaseError)) return null;
  // The request was one that may write: it is the database that takes no writes, for now.
  if (error.routine === REFUSES_WRITES && !readOnly) return errors.connection(error);
  const guard = error.code === '22P02' ? readGuard(context.marker, error.message) : null;
  if (guard === null) return fromDatabaseError(error, role !== 'anon');
  switch (guard.name) {
    case 'put':
      return errors.putPayload();
    case 'single':
      return errors.notSingular(guard.count);
    case 'max-affected':
      return errors.maxAffected(guard.count);
    case 'bytes':
      return errors.responseTooLarge(context.maxBytes ?? 0);
    case 'embedded-rows':
      return errors.embeddedRows();
  }
}

/**
 * The one step that touches the database: one transaction, usually one round trip.
 *
 * @param signal aborts when nobody waits for the answer any longer
 * @throws RestError whatever Postgres refuses
 */
export async function runRequest(
  acting: ActingCaller,
  request: ParsedRequest,
  compiled: CompiledRequest,
  context: RunContext,
  signal: AbortSignal,
): Promise<QueryResult> {
  const { role } = acting.caller;
  const { preRequest, cache } = context;
  const planned = compiled.plannedCount;
  const roleSettings = cache.roleSettings.get(role);
  try {
    const results = await runBatch(context.pool, {
      access: compiled.readOnly ? 'read only' : 'read write',
      isolation:
        compiled.isolation ?? toIsolation(roleSettings?.get('default_transaction_isolation')),
      acting,
      settingsBefore: [['search_path', context.searchPaths.get(request.schema) ?? '']],
      settingsAfter: settingsAfter(request, compiled, roleSettings),
      statements: [
        ...(preRequest === null ? [] : [preRequest]),
        toWireStatement(compiled.statementFor(request.values), request, role),
        ...(planned === null ? [] : [toWireStatement(planned, request, role)]),
      ],
      end: endOf(request, context),
      signal,
    });
    const [main = [], plan] = preRequest === null ? results : results.slice(1);
    if (compiled.answer.kind === 'plan') return toPlanResult(main, compiled);
    const result = toResult(main, compiled);
    if (compiled.single && result.page !== 1) throw errors.notSingular(result.page);
    return plan === undefined
      ? result
      : withPlannedTotal(result, plannedRows(plan), request, context.maxRows);
  } catch (error) {
    throw toRestError(error, role, compiled, context) ?? error;
  }
}
