import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, killPostmaster, parentOf, readPostmasterId } from '../support/processes.ts';
import type { RestartingServer } from './restarting-server.ts';

const PAUSED_MS = 5_000;
const FULL_MS = 3_000;

interface Scene {
  readonly server: RestartingServer;
  readonly dataDir: string;
}

export interface Fault {
  readonly name: string;
  strike(scene: Scene): Promise<void> | void;
}

function kill(processId: number | undefined): void {
  if (processId === undefined) throw new Error('There is nothing to kill.');
  process.kill(processId, 'SIGKILL');
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of a worker',
    strike: ({ server }) =>
      kill(
        childrenOf(server.processId()).find(({ command }) => command.includes('worker.ts'))
          ?.processId,
      ),
  },
  { name: 'kill -9 of the server', strike: ({ server }) => kill(server.processId()) },
  {
    name: 'kill -9 of the Postgres supervisor',
    strike: async ({ dataDir }) =>
      kill(parentOf(await readPostmasterId(join(dataDir, 'postgres')))),
  },
  {
    name: 'kill -9 of the postmaster',
    strike: ({ dataDir }) => killPostmaster(join(dataDir, 'postgres')),
  },
  {
    name: 'kill -9 of a backend',
    async strike({ dataDir }) {
      const postgres = childrenOf(await readPostmasterId(join(dataDir, 'postgres')));
      kill(postgres.find(({ command }) => command.includes('authenticator'))?.processId);
    },
  },
  {
    name: 'SIGSTOP of all of Postgres for 5 s',
    async strike({ dataDir }) {
      const postmasterId = await readPostmasterId(join(dataDir, 'postgres'));
      const all = [postmasterId, ...childrenOf(postmasterId).map(({ processId }) => processId)];
      const signalAll = (signal: NodeJS.Signals): void => {
        for (const processId of all) {
          try {
            process.kill(processId, signal);
          } catch {
            // The backend has already ended.
          }
        }
      };
      signalAll('SIGSTOP');
      await sleep(PAUSED_MS);
      signalAll('SIGCONT');
    },
  },
];

/** For a data folder on its own small disk. */
export const FULL_DISK: Fault = {
  name: 'a full disk for 3 s',
  async strike({ dataDir }) {
    const filler = join(dataDir, 'filler');
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' });
    } catch {
      // The command fails as soon as the disk is full.
    }
    await sleep(FULL_MS);
    await rm(filler);
  },
};
