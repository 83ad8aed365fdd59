/**
 * Keeps one Postgres for one parent, for as long as it takes: one that ends is
 * started again on the same port. The parent holds the other end of a channel;
 * when that closes, because the parent stopped or was killed, Postgres is shut
 * down in an orderly way. Runs detached, so that a Ctrl-C in the terminal
 * reaches the parent alone and requests can finish first.
 *
 * Argument: a KeeperOrder as JSON.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBackOff } from '../../back-off.ts';
import { measureSpace } from '../../free-space.ts';
import { FULL_DISK, isFull } from './disk-watch.ts';
import {
  LOCK_FILE_DESCRIPTOR,
  LONGEST_PAUSE_MS,
  type KeeperOrder,
  type KeeperReport,
} from './keeper-messages.ts';
import { endLeftOvers } from './left-overs.ts';

const READY_CHECK_INTERVAL_MS = 50;
const LOG_CHARACTERS = 4_000;

const order = JSON.parse(process.argv[2] ?? '') as KeeperOrder;
const stopping = new AbortController();
const isStopping = (): boolean => stopping.signal.aborted;
const backOff = createBackOff(LONGEST_PAUSE_MS);

function report(message: KeeperReport): void {
  // The parent may be gone; then nobody has to know.
  if (process.connected) process.send?.(message, () => undefined);
}

function startPostgres(): ChildProcess {
  return spawn(order.program, [...order.postgresArguments], {
    // Every process of Postgres holds the lock of its folder, so that nobody
    // else can start one there for as long as a single one of them lives.
    stdio: ['ignore', 'ignore', 'pipe', LOCK_FILE_DESCRIPTOR],
    ...order.user,
  });
}

/** The last line of the file says it when Postgres takes connections. */
async function isReady(processId: number): Promise<boolean> {
  const path = join(order.clusterDir, 'postmaster.pid');
  const lines = await readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  return Number(lines[0]) === processId && lines[7]?.trim() === 'ready';
}

async function reportWhenReady(postgres: ChildProcess): Promise<void> {
  while (postgres.exitCode === null && postgres.signalCode === null) {
    if (await isReady(postgres.pid ?? 0)) {
      report({ state: 'ready' });
      return;
    }
    await sleep(READY_CHECK_INTERVAL_MS);
  }
}

async function explain(postgres: ChildProcess, log: string): Promise<string> {
  const space = await measureSpace(order.clusterDir).catch(() => null);
  if (space !== null && isFull(space)) return FULL_DISK;
  if (postgres.signalCode !== null) return `Postgres was ended by ${postgres.signalCode}.`;
  const fatal = [...log.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)].map(([, text]) => text);
  // What it finds before it has a log, such as a folder that it may not open, it says in plain words.
  const line = fatal.at(-1) ?? log.trim().split('\n').at(-1) ?? '';
  return `Postgres ended with code ${String(postgres.exitCode)}${line === '' ? '' : `: ${line}`}.`;
}

/** One life of Postgres, until it ends by itself or because it was asked to. */
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
    return await explain(postgres, log);
  } catch (error) {
    return `Postgres cannot be started: ${(error as Error).message}`;
  } finally {
    stopping.signal.removeEventListener('abort', stop);
  }
}

async function keep(): Promise<void> {
  while (!isStopping()) {
    const sinceMs = performance.now();
    const cause = await runOnce();
    if (isStopping()) return;
    report({ state: 'down', cause });
    await endLeftOvers(order.clusterDir);
    const delayMs = backOff.next(performance.now() - sinceMs);
    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}

const stop = () => stopping.abort();
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGHUP', () => undefined);
// The parent may be gone and its end of the pipe with it.
process.stderr.on('error', () => undefined);
if (!process.connected) stop();
await keep();
process.exit(0);
