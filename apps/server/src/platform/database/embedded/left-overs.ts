import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;
const KEEPER_NAME = 'postgres-keeper';
/** What a process of Postgres is told, the longer it stays; each of the three ends it more surely. */
const ESCALATION: readonly (readonly [afterMs: number, signal: NodeJS.Signals])[] = [
  [0, 'SIGINT'],
  [3_000, 'SIGQUIT'],
  [6_000, 'SIGKILL'],
];

/**
 * Processes of Postgres that work in a cluster's folder, wherever they came
 * from. Only Linux tells; elsewhere there seem to be none.
 */
export async function findLeftOvers(clusterDir: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const dir = await realpath(clusterDir).catch(() => null);
  if (dir === null) return [];
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const cwd = await readlink(`/proc/${name}/cwd`).catch(() => null);
        if (cwd !== dir) return [];
        // A person's shell may be there as well.
        const program = await readlink(`/proc/${name}/exe`).catch(() => '');
        return basename(program).startsWith('postgres') ? [Number(name)] : [];
      }),
  );
  return found.flat();
}

/** Whether one of these processes was started by a keeper that still lives: then it is none of the left-overs. */
export async function isKept(processIds: readonly number[]): Promise<boolean> {
  const commands = await Promise.all(
    processIds.map(async (processId) => {
      const status = await readFile(`/proc/${String(processId)}/status`, 'utf8').catch(() => '');
      const parentId = /^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? '0';
      return readFile(`/proc/${parentId}/cmdline`, 'utf8').catch(() => '');
    }),
  );
  return commands.some((command) => command.includes(KEEPER_NAME));
}

function tell(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // It has just ended by itself.
  }
}

/**
 * Ends what is left of a Postgres whose first process is gone: a backend that
 * is busy would keep the next one from starting for as long as it likes.
 */
export async function endLeftOvers(clusterDir: string): Promise<void> {
  const sinceMs = performance.now();
  const steps = [...ESCALATION];
  for (;;) {
    const processIds = await findLeftOvers(clusterDir);
    if (processIds.length === 0) return;
    const step = steps[0];
    if (step !== undefined && performance.now() - sinceMs >= step[0]) {
      steps.shift();
      for (const processId of processIds) tell(processId, step[1]);
    }
    await sleep(CHECK_INTERVAL_MS);
  }
}
