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
/** The delay of a service manager before it restarts a service. */
const RESTART_DELAY_MS = 100;

/** The message that the process sends once it serves requests. */
interface ReadyMessage {
  readonly port: number;
  readonly publishableKey: string;
  readonly connection: ConnectionSettings;
}

/** A server that is restarted whenever its process ends, as by a service manager. */
export interface RestartingServer {
  readonly url: string;
  readonly publishableKey: string;
  /** Runs work on a connection as the superuser. Postgres has another port after each start. */
  withOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The id of the primary process, whose children are the workers. */
  processId(): number;
  stop(): Promise<void>;
}

export async function startRestartingServer(
  environment: Readonly<Record<string, string>>,
): Promise<RestartingServer> {
  let child: ChildProcess;
  let connection: ConnectionSettings;
  let isStopping = false;

  // All starts use the same address.
  const PORT = String(await findFreePort());

  const start = (): ChildProcess => {
    const started = fork(STARTER, [], {
      env: { ...process.env, ...environment, PORT },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (ready: ReadyMessage) => ({ connection } = ready));
    started.once('exit', () => {
      if (isStopping) return;
      void sleep(RESTART_DELAY_MS).then(() => {
        if (!isStopping) child = start();
      });
    });
    return started;
  };

  child = start();
  const [ready] = (await once(child, 'message')) as [ReadyMessage];
  return {
    url: `http://127.0.0.1:${String(ready.port)}`,
    publishableKey: ready.publishableKey,
    async withOwner(work) {
      const sql = openPool(connection, {
        applicationName: 'restarting-server-test',
        maxConnections: 1,
      });
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
