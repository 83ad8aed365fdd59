import { fileURLToPath } from 'node:url';
import { startChildProcess } from '../shared/child-process.ts';
import type { Said } from './processes/phoenix-socket.ts';
import type { Heard, SocketClientsJobs } from './processes/socket-clients.ts';

const PROCESSES = 2;
/** Half the time after which a silent socket is closed. */
const BEAT_EVERY_MS = 30_000;

/** Sockets by name of their group, in processes of their own. */
export interface SocketFleet {
  /** Adds one socket for each entry, which says it once it is open. */
  open(group: string, url: string, joins: readonly (Said | null)[]): Promise<void>;
  /** Each says the same, and is answered. */
  join(group: string, said: Said): Promise<void>;
  /** Says that they live, when that is due. */
  keepAlive(group: string): Promise<void>;
  listen(group: string, marker: string): Promise<void>;
  /** What was heard since `listen`, once each could have heard one frame; fewer when time is up. */
  collect(group: string, limits: { timeoutMs: number; quietMs: number }): Promise<Heard[]>;
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
    async join(group, said) {
      await Promise.all(children.map((child) => child.run('join', { group, said })));
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
