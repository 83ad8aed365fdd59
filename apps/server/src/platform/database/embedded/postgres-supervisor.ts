/**
 * Supervises one Postgres for its parent process, and restarts it on the same port when it ends. When
 * the channel to the parent closes, because the parent stopped or was killed, the supervisor shuts
 * Postgres down. It runs detached, so that Ctrl-C in a terminal reaches only the parent and requests can
 * finish first.
 *
 * Argument: a SupervisorOrder as JSON.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '../../runtime/poll.ts';
import { retry } from '../../runtime/retry.ts';
import { measureSpace } from '../../free-space.ts';
import { FULL_DISK, isFull } from './disk-watch.ts';
import {
  LOCK_FILE_DESCRIPTOR,
  MAX_RESTART_DELAY_MS,
  type SupervisorOrder,
  type SupervisorReport,
} from './supervisor-messages.ts';
import { endOrphans } from './orphaned-processes.ts';

const READY_CHECK_INTERVAL_MS = 50;
const LOG_CHARACTERS = 4_000;

const order = JSON.parse(process.argv[2] ?? '') as SupervisorOrder;
const stopping = new AbortController();

function report(message: SupervisorReport): void {
  // The parent may be gone.
  if (process.connected) process.send?.(message, () => undefined);
}

function startPostgres(): ChildProcess {
  return spawn(order.program, [...order.postgresArguments], {
    // Every process of Postgres inherits the lock of the folder, so that no other Postgres starts there
    // while one of them lives.
    stdio: ['ignore', 'ignore', 'pipe', LOCK_FILE_DESCRIPTOR],
    ...order.user,
  });
}

/** The last line of postmaster.pid is "ready" when Postgres accepts connections. */
async function isReady(processId: number): Promise<boolean> {
  const path = join(order.clusterDir, 'postmaster.pid');
  const lines = await readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  return Number(lines[0]) === processId && lines[7]?.trim() === 'ready';
}

async function reportWhenReady(postgres: ChildProcess): Promise<void> {
  const check = async () => {
    if (postgres.exitCode !== null || postgres.signalCode !== null) return 'ended';
    return (await isReady(postgres.pid ?? 0)) ? 'ready' : null;
  };
  const state = await poll(check, { minDelayMs: READY_CHECK_INTERVAL_MS });
  if (state === 'ready') report({ state });
}

async function describeEnd(postgres: ChildProcess, log: string): Promise<string> {
  const space = await measureSpace(order.clusterDir).catch(() => null);
  if (space !== null && isFull(space)) return FULL_DISK;
  if (postgres.signalCode !== null) return `Postgres was ended by ${postgres.signalCode}.`;
  const fatal = [...log.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)].map(([, text]) => text);
  // Errors before the log starts, such as a folder without access, have no severity.
  const line = fatal.at(-1) ?? log.trim().split('\n').at(-1) ?? '';
  return `Postgres ended with code ${String(postgres.exitCode)}${line === '' ? '' : `: ${line}`}.`;
}

/** Runs Postgres until it ends, and returns the reason for an operator. */
async function runOnce(): Promise<string> {
  const postgres = startPostgres();
  let log = '';
  postgres.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-LOG_CHARACTERS);
  });
  const stop = () => postgres.kill('SIGINT');
  stopping.signal.addEventListener('abort', stop);
  try {
    void reportWhenReady(postgres);
    await once(postgres, 'exit');
    return await describeEnd(postgres, log);
  } catch (error) {
    return `Postgres cannot be started: ${(error as Error).message}`;
  } finally {
    stopping.signal.removeEventListener('abort', stop);
  }
}

/** Postgres is never expected to end, so each end counts as an error. */
async function runUntilError(): Promise<never> {
  throw new Error(await runOnce());
}

async function superviseUntilStopped(): Promise<void> {
  await retry(runUntilError, {
    maxDelayMs: MAX_RESTART_DELAY_MS,
    signal: stopping.signal,
    async onError(error) {
      report({ state: 'down', cause: (error as Error).message });
      await endOrphans(order.clusterDir);
    },
  });
}

const stop = () => stopping.abort();
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGHUP', () => undefined);
// The pipe breaks when the parent is gone.
process.stderr.on('error', () => undefined);
if (!process.connected) stop();
await superviseUntilStopped();
process.exit(0);
