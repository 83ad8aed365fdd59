import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ProcessInfo {
  readonly processId: number;
  readonly parentId: number;
  /** The program and its arguments. */
  readonly command: string;
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

/** @throws Error when the process does not exist */
export function parentOf(processId: number): number {
  const found = listProcesses().find((info) => info.processId === processId);
  if (found === undefined) throw new Error('There is no such process.');
  return found.parentId;
}

/** The id of the postmaster of a cluster's folder. */
export async function readPostmasterId(clusterDir: string): Promise<number> {
  const file = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

/** Kills the postmaster of a cluster's folder, which ends its backends as a crash would. */
export async function killPostmaster(clusterDir: string): Promise<void> {
  process.kill(await readPostmasterId(clusterDir), 'SIGKILL');
}
