import type { Sql } from '../../../platform/database/connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { callerSettings, type Setting } from '../../../platform/identity/caller-settings.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { SOCKET_REQUEST } from '../channels/who.ts';
import type { TextRow } from './log-message.ts';

/** Each connection has its part, of a size that is worth a plan and soon done. */
const CONNECTIONS = 2;
const FEWEST_VIEWERS_AT_ONCE = 50;
const MOST_VIEWERS_AT_ONCE = 125;
/** Whoever asks about more rows is asked about all of them, by a plan that knows them. */
const MAX_OWN_KEYS = 50;

/** SQLSTATE of a statement that took too long. */
const QUERY_CANCELED = '57014';

/** Who wants to see which of the changed rows. */
export interface Viewer {
  readonly caller: Caller;
  /** Places in the list of keys. */
  readonly wanted: readonly number[];
}

/** What one viewer may see. */
export interface Sight {
  readonly access: Access;
  /** Places in the list of keys; empty where the policies of the table cannot be asked. */
  readonly visible: readonly number[];
}

/** What one viewer may see, or why that is not known: the policies failed for them, or took too long. */
export type Answer = Sight | 'failed' | 'late';

/** What all viewers of a role have in common; one object for the same. */
export interface Access {
  readonly readable: ReadonlySet<string>;
  readonly hasRls: boolean;
}

/** The rows that are asked about, by their primary keys. */
interface Asked {
  readonly oid: number;
  readonly keys: readonly TextRow[];
  readonly accessOf: (text: string) => Access;
}

interface SightRow {
  readonly viewer: number;
  readonly visible: number[] | null;
  readonly access: string;
  readonly problem: string | null;
}

interface ViewersDeps {
  /** As a role that may become the callers'; ends a statement that takes too long. */
  readonly sql: Sql;
  readonly logger: Logger;
}

/** Many viewers have the same access, so each is read once. */
function rememberAccesses(): (text: string) => Access {
  const known = new Map<string, Access>();
  return (text) => {
    let access = known.get(text);
    if (access === undefined) {
      const [readable, hasRls] = JSON.parse(text) as [string[] | null, boolean];
      access = { readable: new Set(readable), hasRls };
      known.set(text, access);
    }
    return access;
  };
}

/** Tells what makes all viewers a caller from what makes each of them another. */
function splitSettings(viewers: readonly Viewer[]): { shared: Setting[]; own: Setting[][] } {
  const all = viewers.map(({ caller }) => callerSettings({ caller, request: SOCKET_REQUEST }));
  const [first = []] = all;
  const isShared = first.map(([name, value], place) =>
    all.every((one) => one[place]?.[0] === name && one[place][1] === value),
  );
  return {
    shared: first.filter((_setting, place) => isShared[place]),
    own: all.map((one) => one.filter((_setting, place) => isShared[place] !== true)),
  };
}

/** A viewer's own keys as the statement takes them; null for all that there are. */
function ownKeys(keys: readonly TextRow[], { wanted }: Viewer): string | null {
  if (wanted.length === keys.length || wanted.length > MAX_OWN_KEYS) return null;
  return JSON.stringify(wanted.map((place) => ({ '.place': place, ...keys[place] })));
}

/** Asks the policies of a table for many viewers in one statement. */
export function createViewers({ sql, logger }: ViewersDeps) {
  async function askAtOnce(
    { oid, keys, accessOf }: Asked,
    viewers: readonly Viewer[],
  ): Promise<Answer[]> {
    const { shared, own } = splitSettings(viewers);
    const asked = viewers.map((viewer, index) => ({
      settings: own[index],
      keys: ownKeys(keys, viewer),
    }));
    const rows = await sql<SightRow[]>`
      select viewer, array_to_json(visible) as visible,
        json_build_array(readable, has_rls)::text as access, problem
      from beaconpay_realtime.visible_rows(
        ${oid}::oid, ${JSON.stringify(keys)}::text::jsonb, ${JSON.stringify(shared)}::text::jsonb,
        ${JSON.stringify(asked)}::text::jsonb)`;
    const answers = viewers.map((): Answer => 'failed');
    for (const { viewer, visible, access, problem } of rows) {
      if (problem === null) {
        answers[viewer] = { access: accessOf(access), visible: visible ?? [] };
      } else logger.warn({ problem }, 'the policies of a table could not be asked');
    }
    return answers;
  }

  /** Where one of them takes too long, the others are asked without it. */
  async function ask(asked: Asked, viewers: readonly Viewer[]): Promise<Answer[]> {
    try {
      return await askAtOnce(asked, viewers);
    } catch (error) {
      if (codeOf(error) !== QUERY_CANCELED) throw error;
      if (viewers.length === 1) return ['late'];
      const half = Math.ceil(viewers.length / 2);
      return [
        ...(await ask(asked, viewers.slice(0, half))),
        ...(await ask(asked, viewers.slice(half))),
      ];
    }
  }

  return {
    async see<V extends Viewer>(
      oid: number,
      keys: readonly TextRow[],
      viewers: readonly V[],
    ): Promise<(readonly [V, Answer])[]> {
      // One role after the other: each needs a plan of its own.
      const sorted = [...viewers].sort((a, b) => a.caller.role.localeCompare(b.caller.role));
      const asked = { oid, keys, accessOf: rememberAccesses() };
      const share = Math.ceil(sorted.length / CONNECTIONS);
      const size = Math.min(MOST_VIEWERS_AT_ONCE, Math.max(FEWEST_VIEWERS_AT_ONCE, share));
      const parts: Viewer[][] = [];
      for (let from = 0; from < sorted.length; from += size) {
        parts.push(sorted.slice(from, from + size));
      }
      const answers = (await Promise.all(parts.map((part) => ask(asked, part)))).flat();
      return sorted.map((viewer, index) => [viewer, answers[index] ?? 'failed'] as const);
    },
  };
}

export type Viewers = ReturnType<typeof createViewers>;
