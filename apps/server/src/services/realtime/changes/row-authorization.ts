import type { Sql } from '../../../platform/database/connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { callerSettings, type Setting } from '../../../platform/identity/caller-settings.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { SOCKET_REQUEST } from '../channels/authentication.ts';
import type { TextRow } from './log-message.ts';

/** Each connection gets a batch that is large enough to share a plan and small enough to finish soon. */
const CONNECTIONS = 2;
const MIN_BATCH = 50;
const MAX_BATCH = 125;
/** For more rows than this, all rows are checked by a plan that is made for them. */
const MAX_OWN_KEYS = 50;

/** SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = '57014';

/** A caller and the changed rows to check for that caller. */
export interface AuthorizationRequest {
  readonly caller: Caller;
  /** Indexes into the list of keys. */
  readonly keyIndexes: readonly number[];
}

/** The columns that a role may read; one object for all callers with the same columns. */
export interface TableAccess {
  readonly readable: ReadonlySet<string>;
  readonly hasRls: boolean;
}

/** The rows that one caller may see. */
export interface Authorization {
  readonly access: TableAccess;
  /** Indexes into the list of keys; empty where the policies of the table cannot be checked. */
  readonly visible: readonly number[];
}

/** An authorization, or why there is none: a policy raised an error or exceeded the timeout. */
export type AuthorizationResult = Authorization | 'failed' | 'timeout';

/** Changed rows of one table, by their primary keys. */
interface ChangedKeys {
  readonly oid: number;
  readonly keys: readonly TextRow[];
  readonly accessOf: (text: string) => TableAccess;
}

interface VisibleRow {
  readonly viewer: number;
  readonly visible: number[] | null;
  readonly access: string;
  readonly problem: string | null;
}

interface RowAuthorizerDeps {
  /** Logs in as a role that may switch to the callers'; has a statement timeout. */
  readonly sql: Sql;
  readonly logger: Logger;
}

/** Many callers have the same access, so each access is parsed once. */
function cacheAccess(): (text: string) => TableAccess {
  const cache = new Map<string, TableAccess>();
  return (text) => {
    let access = cache.get(text);
    if (access === undefined) {
      const [readable, hasRls] = JSON.parse(text) as [string[] | null, boolean];
      access = { readable: new Set(readable), hasRls };
      cache.set(text, access);
    }
    return access;
  };
}

/** Separates the settings that all callers share from those of each caller. */
function splitSettings(requests: readonly AuthorizationRequest[]): {
  shared: Setting[];
  own: Setting[][];
} {
  const all = requests.map(({ caller }) => callerSettings({ caller, request: SOCKET_REQUEST }));
  const [first = []] = all;
  const isShared = first.map(([name, value], index) =>
    all.every((one) => one[index]?.[0] === name && one[index][1] === value),
  );
  return {
    shared: first.filter((_setting, index) => isShared[index]),
    own: all.map((one) => one.filter((_setting, index) => isShared[index] !== true)),
  };
}

/** The keys of one request as the database function takes them; null for all keys. */
function ownKeys(keys: readonly TextRow[], { keyIndexes }: AuthorizationRequest): string | null {
  if (keyIndexes.length === keys.length || keyIndexes.length > MAX_OWN_KEYS) return null;
  return JSON.stringify(keyIndexes.map((index) => ({ '.place': index, ...keys[index] })));
}

/** Evaluates the policies of a table for many callers in one statement. */
export function createRowAuthorizer({ sql, logger }: RowAuthorizerDeps) {
  async function queryBatch(
    { oid, keys, accessOf }: ChangedKeys,
    requests: readonly AuthorizationRequest[],
  ): Promise<AuthorizationResult[]> {
    const { shared, own } = splitSettings(requests);
    const viewers = requests.map((request, index) => ({
      settings: own[index],
      keys: ownKeys(keys, request),
    }));
    const rows = await sql<VisibleRow[]>`
      select viewer, array_to_json(visible) as visible,
        json_build_array(readable, has_rls)::text as access, problem
      from backend_realtime.visible_rows(
        ${oid}::oid, ${JSON.stringify(keys)}::text::jsonb, ${JSON.stringify(shared)}::text::jsonb,
        ${JSON.stringify(viewers)}::text::jsonb)`;
    const results = requests.map((): AuthorizationResult => 'failed');
    for (const { viewer, visible, access, problem } of rows) {
      if (problem === null) {
        results[viewer] = { access: accessOf(access), visible: visible ?? [] };
      } else {
        logger.warn(
          { reason: problem, oid },
          'realtime: failed to evaluate the policies of a table, will skip the change',
        );
      }
    }
    return results;
  }

  /** A batch that exceeds the timeout is halved until the slow caller is alone. */
  async function query(
    changed: ChangedKeys,
    requests: readonly AuthorizationRequest[],
  ): Promise<AuthorizationResult[]> {
    try {
      return await queryBatch(changed, requests);
    } catch (error) {
      if (codeOf(error) !== QUERY_CANCELED) throw error;
      if (requests.length === 1) return ['timeout'];
      const half = Math.ceil(requests.length / 2);
      return [
        ...(await query(changed, requests.slice(0, half))),
        ...(await query(changed, requests.slice(half))),
      ];
    }
  }

  return {
    async authorize<R extends AuthorizationRequest>(
      oid: number,
      keys: readonly TextRow[],
      requests: readonly R[],
    ): Promise<(readonly [R, AuthorizationResult])[]> {
      // Sorted by role, because each role needs a plan of its own.
      const sorted = [...requests].sort((a, b) => a.caller.role.localeCompare(b.caller.role));
      const changed = { oid, keys, accessOf: cacheAccess() };
      const share = Math.ceil(sorted.length / CONNECTIONS);
      const size = Math.min(MAX_BATCH, Math.max(MIN_BATCH, share));
      const batches: AuthorizationRequest[][] = [];
      for (let from = 0; from < sorted.length; from += size) {
        batches.push(sorted.slice(from, from + size));
      }
      const results = (await Promise.all(batches.map((batch) => query(changed, batch)))).flat();
      return sorted.map((request, index) => [request, results[index] ?? 'failed'] as const);
    },
  };
}

export type RowAuthorizer = ReturnType<typeof createRowAuthorizer>;
