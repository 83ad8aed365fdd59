/** Many sockets in a process of their own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveJobs } from '../../shared/child-process.ts';
import { monotonicMs } from '../monotonic-clock.ts';
import {
  HEARTBEAT,
  openPhoenixSocket,
  type PhoenixSocket,
  type ClientMessage,
} from './phoenix-socket.ts';

/** More connections at once would wait in the kernel's accept queue. */
const AT_ONCE = 50;
const POLL_MS = 50;

/** The frames that one group of sockets received: the time of each by both clocks, and its text as an index of `texts`. */
export interface ReceivedFrames {
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
  /** Only frames that contain this text are kept. */
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
  /** Opens one socket for each entry and sends the entry. */
  async open(parameter: {
    readonly group: string;
    readonly url: string;
    readonly joins: readonly (ClientMessage | null)[];
  }): Promise<void> {
    const group = groupOf(parameter.group);
    await inBatches(parameter.joins, async (join) => {
      const socket = await openPhoenixSocket(parameter.url, (data) => {
        if (group.marker === '' || !data.includes(group.marker)) return;
        group.frames.push({ atMs: monotonicMs(), wallMs: Date.now(), data });
      });
      group.sockets.push(socket);
      if (join !== null) await socket.request(join);
    });
  },

  async join({
    group,
    message,
  }: {
    readonly group: string;
    readonly message: ClientMessage;
  }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.request(message));
  },

  async beat({ group }: { readonly group: string }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.request(HEARTBEAT));
  },

  /** Keeps the frames from now on that contain the marker. */
  listen({ group, marker }: { readonly group: string; readonly marker: string }): void {
    Object.assign(groupOf(group), { marker, frames: [] });
  },

  /** Waits until there is a frame for each socket, and a little longer for further frames. */
  async collect(parameter: {
    readonly group: string;
    readonly timeoutMs: number;
    readonly quietMs: number;
  }): Promise<ReceivedFrames> {
    const group = groupOf(parameter.group);
    const deadlineMs = monotonicMs() + parameter.timeoutMs;
    while (group.frames.length < group.sockets.length && monotonicMs() < deadlineMs) {
      await sleep(POLL_MS);
    }
    await sleep(parameter.quietMs);
    const { frames } = group;
    Object.assign(group, { marker: '', frames: [] });
    const indexes = new Map<string, number>();
    const textOf = frames.map(({ data }) => {
      const text = data.toString();
      const textIndex = indexes.get(text) ?? indexes.size;
      indexes.set(text, textIndex);
      return textIndex;
    });
    return {
      atMs: Float64Array.from(frames, ({ atMs }) => atMs),
      wallMs: Float64Array.from(frames, ({ wallMs }) => wallMs),
      textOf: Uint32Array.from(textOf),
      texts: [...indexes.keys()],
    };
  },

  async close({ group }: { readonly group: string }): Promise<void> {
    await inBatches(groupOf(group).sockets, (socket) => socket.close());
    groups.delete(group);
  },
};

export type SocketClientsJobs = typeof jobs;

serveJobs(jobs);
