import type { Channel } from './channel.ts';
import { PresenceState, type PresenceDiff, type PresenceEntry } from './presence-state.ts';

const NO_CHANGE: PresenceDiff = { joins: [], leaves: [] };

/** The presence of one topic that a channel of this process watches. */
export class PresenceTopic {
  readonly watchers = new Set<Channel>();
  readonly state = new PresenceState();
  readonly loaded: Promise<void>;
  /** Changes received before the state is loaded; they may be older or newer than the state. */
  #early: { joins: PresenceEntry[]; leaves: string[] } | null = { joins: [], leaves: [] };

  /** @param load reads the entries of the topic */
  constructor(load: () => Promise<PresenceEntry[]>) {
    this.loaded = this.#load(load);
  }

  async #load(load: () => Promise<PresenceEntry[]>): Promise<void> {
    const entries = await load();
    const early = this.#early ?? { joins: [], leaves: [] };
    this.#early = null;
    this.state.replace(entries);
    this.state.apply(early.joins, []);
    this.state.apply([], early.leaves);
  }

  /** @returns the changes that watchers have not received yet */
  apply(joins: readonly PresenceEntry[], leaves: readonly string[]): PresenceDiff {
    if (this.#early === null) return this.state.apply(joins, leaves);
    this.#early.joins.push(...joins);
    this.#early.leaves.push(...leaves);
    return NO_CHANGE;
  }
}
