import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openPool,
  type ConnectionSettings,
  type Sql,
} from '../../src/platform/database/connection.ts';
import { findFreePort } from '../../src/platform/free-port.ts';

const STARTER = fileURLToPath(new URL('../support/start-for-test.ts', import.meta.url));
/** What a service manager waits before it starts a service again. */
const RESTART_DELAY_MS = 100;

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
  /** Works as the owner of everything; each start has a Postgres on a port of its own. */
  withOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Of the first process, of which the workers are children. */
  processId(): number;
  stop(): Promise<void>;
}

export async function keepServer(
  environment: Readonly<Record<string, string>>,
): Promise<KeptServer> {
  let child: ChildProcess;
  let connection: ConnectionSettings;
  let isStopping = false;

  // Each start serves at the same address.
  const PORT = String(await findFreePort());

  const start = (): ChildProcess => {
    const started = fork(STARTER, [], {
      env: { ...process.env, ...environment, PORT },
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
    async withOwner(work) {
      const sql = openPool(connection, { applicationName: 'kept-server-test', maxConnections: 1 });
      try {
        return await work(sql);
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
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
