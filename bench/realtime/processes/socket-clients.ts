/** Many sockets in a process of their own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveJobs } from '../../shared/child-process.ts';
import { monotonicMs } from '../monotonic-clock.ts';
import { HEARTBEAT, openPhoenixSocket, type PhoenixSocket, type Said } from './phoenix-socket.ts';

/** More at once would wait in the line of connections that are not accepted yet. */
const AT_ONCE = 50;
const POLL_MS = 50;

/** What one group of sockets heard: for each frame when, by both clocks, and which of the texts it was. */
export interface Heard {
  readonly atMs: Float64Array;
  readonly wallMs: Float64Array;
  readonly textOf: Uint32Array;
  readonly texts: readonly string[];
}

interface Frame {
  readonly atMs: number;
  readonly wallMs: number;
  readonly data: Buffer;
}

interface Group {
  readonly sockets: PhoenixSocket[];
  /** Only frames with this in them are kept. */
  marker: string;
  frames: Frame[];
}

const groups = new Map<string, Group>();

function groupOf(name: string): Group {
  let group = groups.get(name);
  if (group === undefined) {
    group = { sockets: [], marker: '', frames: [] };
    groups.set(name, group);
  }
  return group;
}

async function inBatches<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const jobs = {
  /** One socket for each entry, which says it once it is open. */
  async open(parameter: {
    readonly group: string;
    readonly url: string;
    readonly joins: readonly (Said | null)[];
  }): Promise<void> {
    const group = groupOf(parameter.group);
    await inBatches(parameter.joins, async (join) => {
      const socket = await openPhoenixSocket(parameter.url, (data) => {
        if (group.marker === '' || !data.includes(group.marker)) return;
        group.frames.push({ atMs: monotonicMs(), wallMs: Date.now(), data });
      });
      group.sockets.push(socket);
      if (join !== null) await socket.ask(join);
    });
  },

  async join({ group, said }: { readonly group: string; readonly said: Said }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.ask(said));
  },

  async beat({ group }: { readonly group: string }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.ask(HEARTBEAT));
  },

  /** From now on frames are kept that have the marker in them. */
  listen({ group, marker }: { readonly group: string; readonly marker: string }): void {
    Object.assign(groupOf(group), { marker, frames: [] });
  },

  /** @returns what was heard once each socket could have heard one frame, and nothing followed */
  async collect(parameter: {
    readonly group: string;
    readonly timeoutMs: number;
    readonly quietMs: number;
  }): Promise<Heard> {
    const group = groupOf(parameter.group);
    const deadlineMs = monotonicMs() + parameter.timeoutMs;
    while (group.frames.length < group.sockets.length && monotonicMs() < deadlineMs) {
      await sleep(POLL_MS);
    }
    await sleep(parameter.quietMs);
    const { frames } = group;
    Object.assign(group, { marker: '', frames: [] });
    const places = new Map<string, number>();
    const textOf = frames.map(({ data }) => {
      const text = data.toString();
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    });
    return {
      atMs: Float64Array.from(frames, ({ atMs }) => atMs),
      wallMs: Float64Array.from(frames, ({ wallMs }) => wallMs),
      textOf: Uint32Array.from(textOf),
      texts: [...places.keys()],
    };
  },

  async close({ group }: { readonly group: string }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.close());
    groups.delete(group);
  },
};

export type SocketClientsJobs = typeof jobs;

serveJobs(jobs);
