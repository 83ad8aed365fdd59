import { fileURLToPath } from 'node:url';
import { startChildProcess } from '../shared/child-process.ts';
import type { ClientMessage } from './processes/phoenix-socket.ts';
import type { ReceivedFrames, SocketClientsJobs } from './processes/socket-clients.ts';

const PROCESSES = 2;
/** Half the time after which a silent socket is closed. */
const BEAT_EVERY_MS = 30_000;

/** Sockets by name of their group, in processes of their own. */
export interface SocketFleet {
  /** Opens one socket for each entry and sends the entry. */
  open(group: string, url: string, joins: readonly (ClientMessage | null)[]): Promise<void>;
  /** All sockets send the same message and wait for the reply. */
  join(group: string, message: ClientMessage): Promise<void>;
  /** Sends heartbeats when they are due. */
  keepAlive(group: string): Promise<void>;
  listen(group: string, marker: string): Promise<void>;
  /** The frames since `listen`, as soon as there is one for each socket. Fewer after the timeout. */
  collect(group: string, limits: { timeoutMs: number; quietMs: number }): Promise<ReceivedFrames[]>;
  close(group: string): Promise<void>;
  stop(): Promise<void>;
}

export function startSocketFleet(): SocketFleet {
  const path = fileURLToPath(new URL('./processes/socket-clients.ts', import.meta.url));
  const children = Array.from({ length: PROCESSES }, () =>
    startChildProcess<SocketClientsJobs>(path),
  );
  const beatAtMs = new Map<string, number>();
  return {
    async open(group, url, joins) {
      const share = Math.ceil(joins.length / PROCESSES);
      await Promise.all(
        children.map((child, index) =>
          child.run('open', { group, url, joins: joins.slice(index * share, (index + 1) * share) }),
        ),
      );
    },
    async join(group, message) {
      await Promise.all(children.map((child) => child.run('join', { group, message })));
    },
    async keepAlive(group) {
      const nowMs = performance.now();
      if (nowMs - (beatAtMs.get(group) ?? Number.NEGATIVE_INFINITY) < BEAT_EVERY_MS) return;
      beatAtMs.set(group, nowMs);
      await Promise.all(children.map((child) => child.run('beat', { group })));
    },
    async listen(group, marker) {
      await Promise.all(children.map((child) => child.run('listen', { group, marker })));
    },
    collect: (group, limits) =>
      Promise.all(children.map((child) => child.run('collect', { group, ...limits }))),
    async close(group) {
      await Promise.all(children.map((child) => child.run('close', { group })));
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}
