import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const STARTER = fileURLToPath(new URL('./start-for-test.ts', import.meta.url));

interface SpawnedServer {
  readonly port: number;
  /** What the server has logged so far. */
  readonly log: string;
  stop(): Promise<void>;
  /** Kills the server, as a crash would. */
  kill(): void;
  /** Suspends all its processes, or continues them. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
}

/** The server in separate processes, as an operator runs it. */
export async function spawnServer(
  environment: Readonly<Record<string, string>>,
): Promise<SpawnedServer> {
  const child = fork(STARTER, [], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} instead of starting.`);
  });
  const started = once(child, 'message') as Promise<[{ port: number; workerProcessIds: number[] }]>;
  const [{ port, workerProcessIds }] = await Promise.race([started, failed]);
  failed.catch(() => undefined);
  return {
    port,
    get log() {
      return log;
    },
    kill: () => void child.kill('SIGKILL'),
    signal(name) {
      child.kill(name);
      for (const processId of workerProcessIds) process.kill(processId, name);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
