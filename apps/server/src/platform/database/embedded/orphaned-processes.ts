import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;
/** The program of a supervisor. An earlier version called it postgres-keeper. */
const SUPERVISOR_NAME = /postgres-(supervisor|keeper)/;
/** Signals that end a process of Postgres, each harder than the one before it. */
const ESCALATION: readonly (readonly [afterMs: number, signal: NodeJS.Signals])[] = [
  [0, 'SIGINT'],
  [3_000, 'SIGQUIT'],
  [6_000, 'SIGKILL'],
];

/**
 * Process ids of Postgres in a cluster's folder, whichever process started them. Found through /proc,
 * so the result is empty on systems other than Linux.
 */
export async function findPostgresProcesses(clusterDir: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const dir = await realpath(clusterDir).catch(() => null);
  if (dir === null) return [];
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const cwd = await readlink(`/proc/${name}/cwd`).catch(() => null);
        if (cwd !== dir) return [];
        // An operator's shell can have the same working directory.
        const program = await readlink(`/proc/${name}/exe`).catch(() => '');
        return basename(program).startsWith('postgres') ? [Number(name)] : [];
      }),
  );
  return found.flat();
}

/** Whether a running supervisor is the parent of one of these processes. */
export async function hasSupervisor(processIds: readonly number[]): Promise<boolean> {
  const commands = await Promise.all(
    processIds.map(async (processId) => {
      const status = await readFile(`/proc/${String(processId)}/status`, 'utf8').catch(() => '');
      const parentId = /^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? '0';
      return readFile(`/proc/${parentId}/cmdline`, 'utf8').catch(() => '');
    }),
  );
  return commands.some((command) => SUPERVISOR_NAME.test(command));
}

function sendSignal(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // The process has just ended.
  }
}

/**
 * Ends the processes of a Postgres whose postmaster is gone. A busy backend would otherwise keep the
 * next Postgres from starting.
 */
export async function endOrphans(clusterDir: string): Promise<void> {
  const sinceMs = performance.now();
  const steps = [...ESCALATION];
  for (;;) {
    const processIds = await findPostgresProcesses(clusterDir);
    if (processIds.length === 0) return;
    const step = steps[0];
    if (step !== undefined && performance.now() - sinceMs >= step[0]) {
      steps.shift();
      for (const processId of processIds) sendSignal(processId, step[1]);
    }
    await sleep(CHECK_INTERVAL_MS);
  }
}
