import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import { isJsonObject } from '../../../platform/json.ts';

/** One person on one channel. */
export interface PresenceEntry {
  readonly ref: string;
  readonly processId: string;
  readonly key: string;
  /** What the person tells of themselves. */
  readonly meta: JsonObject;
}

export interface PresenceDiff {
  readonly joins: readonly PresenceEntry[];
  readonly leaves: readonly PresenceEntry[];
}

/** As clients read it: every person under their key, each with a reference. */
function writeEntries(entries: Iterable<PresenceEntry>): string {
  const byKey = new Map<string, { metas: JsonObject[] }>();
  for (const { key, ref, meta } of entries) {
    const person = byKey.get(key) ?? { metas: [] };
    person.metas.push({ ...meta, phx_ref: ref });
    byKey.set(key, person);
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

/** Who is on one topic, as this process knows it. */
export class PresenceState {
  readonly #entries = new Map<string, PresenceEntry>();

  /** Takes in what happened. @returns what of it was news */
  apply(joins: readonly PresenceEntry[], leftRefs: readonly string[]): PresenceDiff {
    const news = joins.filter(({ ref }) => !this.#entries.has(ref));
    const left = leftRefs.map((ref) => this.#entries.get(ref)).filter((one) => one !== undefined);
    for (const entry of news) this.#entries.set(entry.ref, entry);
    for (const { ref } of left) this.#entries.delete(ref);
    return { joins: news, leaves: left };
  }

  /** Becomes what was read. @returns how it differs */
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
