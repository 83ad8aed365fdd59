import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '../../src/platform/database/connection.ts';

const STARTER = fileURLToPath(new URL('../support/start-for-test.ts', import.meta.url));
/** What a service manager waits before it starts a service again. */
const RESTART_DELAY_MS = 100;

interface ProcessInfo {
  readonly processId: number;
  readonly parentId: number;
  readonly command: string;
}

/** What the process says once it serves. */
interface Told {
  readonly port: number;
  readonly publishableKey: string;
  readonly connection: ConnectionSettings;
}

/** A server that is started again whenever it ends, as a service manager does it. */
export interface KeptServer {
  readonly url: string;
  readonly publishableKey: string;
  /** As the owner of everything; each start has a Postgres on a port of its own. */
  connection(): ConnectionSettings;
  /** Of the first process, of which the workers are children. */
  processId(): number;
  stop(): Promise<void>;
}

function listProcesses(): ProcessInfo[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [processId = '', parentId = '', ...command] = line.trim().split(/\s+/);
      return {
        processId: Number(processId),
        parentId: Number(parentId),
        command: command.join(' '),
      };
    });
}

export function childrenOf(parentId: number): ProcessInfo[] {
  return listProcesses().filter((info) => info.parentId === parentId);
}

export function parentOf(processId: number): number {
  const found = listProcesses().find((info) => info.processId === processId);
  if (found === undefined) throw new Error('There is no such process.');
  return found.parentId;
}

export async function readPostmasterId(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

export async function keepServer(
  environment: Readonly<Record<string, string>>,
): Promise<KeptServer> {
  let child: ChildProcess;
  let connection: ConnectionSettings;
  let isStopping = false;

  const start = (): ChildProcess => {
    const started = fork(STARTER, [], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (told: Told) => ({ connection } = told));
    started.once('exit', () => {
      if (isStopping) return;
      void sleep(RESTART_DELAY_MS).then(() => {
        if (!isStopping) child = start();
      });
    });
    return started;
  };

  child = start();
  const [told] = (await once(child, 'message')) as [Told];
  return {
    url: `http://127.0.0.1:${String(told.port)}`,
    publishableKey: told.publishableKey,
    connection: () => connection,
    processId: () => child.pid ?? 0,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
