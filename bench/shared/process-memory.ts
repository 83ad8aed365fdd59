import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KIB_PER_MIB = 1024;

interface ProcessInfo {
  readonly processId: number;
  readonly parentId: number;
  readonly residentKib: number;
  readonly command: string;
}

/** A process and all its descendants. */
async function processTree(rootId: number): Promise<ProcessInfo[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,args=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [, processId, parentId, residentKib, command = ''] =
        /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return {
        processId: Number(processId),
        parentId: Number(parentId),
        residentKib: Number(residentKib),
        command,
      };
    });
  const tree = all.filter(({ processId }) => processId === rootId);
  for (const parent of tree) {
    tree.push(...all.filter(({ parentId }) => parentId === parent.processId));
  }
  return tree;
}

/** MiB of resident memory of a process and its descendants. Pages that they share count for each. */
export async function residentMemoryMib(rootId: number): Promise<number> {
  const tree = await processTree(rootId);
  return tree.reduce((sum, { residentKib }) => sum + residentKib / KIB_PER_MIB, 0);
}

export interface ProcessMemory {
  readonly command: string;
  /** Proportional set size: a page that n processes share counts 1/n for each. */
  readonly pssMib: number;
}

/** The memory of a process and its descendants, on Linux. */
export async function processMemory(rootId: number): Promise<ProcessMemory[]> {
  const tree = await processTree(rootId);
  const read = tree.map(async ({ processId, command }) => {
    const rollup = await readFile(`/proc/${String(processId)}/smaps_rollup`, 'utf8');
    const pssKib = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]);
    return { command, pssMib: pssKib / KIB_PER_MIB };
  });
  return Promise.all(read);
}
