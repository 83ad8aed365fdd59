import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import { isJsonObject } from '../../../platform/json.ts';

/** The tracked state of one channel. */
export interface PresenceEntry {
  readonly ref: string;
  readonly processId: string;
  readonly key: string;
  /** Set by the client. */
  readonly meta: JsonObject;
}

export interface PresenceDiff {
  readonly joins: readonly PresenceEntry[];
  readonly leaves: readonly PresenceEntry[];
}

/** The format of clients: entries by key, each with its reference. */
function writeEntries(entries: Iterable<PresenceEntry>): string {
  const byKey = new Map<string, { metas: JsonObject[] }>();
  for (const { key, ref, meta } of entries) {
    const entry = byKey.get(key) ?? { metas: [] };
    entry.metas.push({ ...meta, phx_ref: ref });
    byKey.set(key, entry);
  }
  return JSON.stringify(Object.fromEntries(byKey));
}

export function writeDiff({ joins, leaves }: PresenceDiff): string {
  return `{"joins":${writeEntries(joins)},"leaves":${writeEntries(leaves)}}`;
}

function readEntry(value: JsonValue): PresenceEntry | null {
  if (!isJsonObject(value)) return null;
  const { ref, processId, key, meta } = value;
  const isWhole = typeof ref === 'string' && typeof processId === 'string';
  if (!isWhole || typeof key !== 'string' || !isJsonObject(meta)) return null;
  return { ref, processId, key, meta };
}

export function readEntries(value: JsonValue | undefined): PresenceEntry[] {
  if (!Array.isArray(value)) return [];
  return value.map(readEntry).filter((entry) => entry !== null);
}

/** The presence entries of one topic, as this process knows them. */
export class PresenceState {
  readonly #entries = new Map<string, PresenceEntry>();

  /** @returns the part of the change that was new */
  apply(joins: readonly PresenceEntry[], leftRefs: readonly string[]): PresenceDiff {
    const added = joins.filter(({ ref }) => !this.#entries.has(ref));
    const left = leftRefs.map((ref) => this.#entries.get(ref)).filter((one) => one !== undefined);
    for (const entry of added) this.#entries.set(entry.ref, entry);
    for (const { ref } of left) this.#entries.delete(ref);
    return { joins: added, leaves: left };
  }

  /** Replaces all entries. @returns the difference */
  replace(entries: readonly PresenceEntry[]): PresenceDiff {
    const refs = new Set(entries.map(({ ref }) => ref));
    return this.apply(
      entries,
      [...this.#entries.keys()].filter((ref) => !refs.has(ref)),
    );
  }

  refsOf(processIds: ReadonlySet<string>): string[] {
    return [...this.#entries.values()]
      .filter(({ processId }) => processIds.has(processId))
      .map(({ ref }) => ref);
  }

  write(): string {
    return writeEntries(this.#entries.values());
  }
}

export const isEmpty = ({ joins, leaves }: PresenceDiff): boolean =>
  joins.length === 0 && leaves.length === 0;
