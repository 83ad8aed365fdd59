import type { Sql } from '../../../platform/database/connection.ts';
import { callerSettings } from '../../../platform/identity/caller-settings.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { TextRow } from './log-message.ts';

/** Few enough that all connections have their part of them. */
const MAX_VIEWERS_AT_ONCE = 100;
const REQUEST = { method: 'GET', path: '/websocket', headers: {} };

/** Who wants to see which of the changed rows. */
export interface Viewer {
  readonly caller: Caller;
  /** Places in the list of keys. */
  readonly places: number[];
}

/** What one viewer may see. */
export interface Sight {
  readonly visible: ReadonlySet<number>;
  readonly readable: ReadonlySet<string>;
  readonly keyColumns: readonly string[];
  readonly hasRls: boolean;
}

interface SightRow {
  readonly viewer: number;
  readonly visible: number[] | null;
  readonly readable: string[] | null;
  readonly key_columns: string[] | null;
  readonly has_rls: boolean;
  readonly problem: string | null;
}

export interface ViewersDeps {
  /** As a role that may become the callers'; ends a statement that takes too long. */
  readonly sql: Sql;
  readonly logger: Logger;
}

/** Asks the policies of a table for many viewers in one statement. */
export function createViewers({ sql, logger }: ViewersDeps) {
  async function askAtOnce(
    oid: number,
    keys: string,
    viewers: readonly Viewer[],
  ): Promise<(Sight | null)[]> {
    const asked = JSON.stringify(
      viewers.map(({ caller, places }) => ({
        settings: callerSettings({ caller, request: REQUEST }),
        rows: places,
      })),
    );
    const rows = await sql<SightRow[]>`
      select viewer, array_to_json(visible) as visible, array_to_json(readable) as readable,
        array_to_json(key_columns) as key_columns, has_rls, problem
      from beaconpay_realtime.visible_rows(
        ${oid}::oid, ${keys}::text::jsonb, ${asked}::text::jsonb)`;
    const sights: (Sight | null)[] = viewers.map(() => null);
    for (const row of rows) {
      if (row.problem !== null) {
        logger.warn({ problem: row.problem }, 'the policies of a table could not be asked');
        continue;
      }
      sights[row.viewer] = {
        visible: new Set(row.visible),
        readable: new Set(row.readable),
        keyColumns: row.key_columns ?? [],
        hasRls: row.has_rls,
      };
    }
    return sights;
  }

  /** Where one of them takes too long, the others are asked without it. */
  async function ask(
    oid: number,
    keys: string,
    viewers: readonly Viewer[],
  ): Promise<(Sight | null)[]> {
    try {
      return await askAtOnce(oid, keys, viewers);
    } catch (error) {
      const isTimeout = error instanceof Error && 'code' in error && error.code === '57014';
      if (!isTimeout) throw error;
      if (viewers.length === 1) return [null];
      const half = Math.ceil(viewers.length / 2);
      return [
        ...(await ask(oid, keys, viewers.slice(0, half))),
        ...(await ask(oid, keys, viewers.slice(half))),
      ];
    }
  }

  return {
    /** @returns what each may see, null where it cannot be asked */
    async see(
      oid: number,
      keys: readonly TextRow[],
      viewers: readonly Viewer[],
    ): Promise<Map<Viewer, Sight | null>> {
      // One role after the other: each needs a plan of its own.
      const sorted = [...viewers].sort((a, b) => a.caller.role.localeCompare(b.caller.role));
      const keysText = JSON.stringify(keys);
      const parts: Viewer[][] = [];
      for (let from = 0; from < sorted.length; from += MAX_VIEWERS_AT_ONCE) {
        parts.push(sorted.slice(from, from + MAX_VIEWERS_AT_ONCE));
      }
      const sights = await Promise.all(parts.map((part) => ask(oid, keysText, part)));
      const all = sights.flat();
      return new Map(sorted.map((viewer, index) => [viewer, all[index] ?? null]));
    },
  };
}

export type Viewers = ReturnType<typeof createViewers>;
