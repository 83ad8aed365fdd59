import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KIB_PER_MIB = 1024;

interface ProcessInfo {
  readonly processId: number;
  readonly parentId: number;
  readonly residentKib: number;
}

async function listProcesses(): Promise<ProcessInfo[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [processId = 0, parentId = 0, residentKib = 0] = line.trim().split(/\s+/).map(Number);
      return { processId, parentId, residentKib };
    });
}

/** The resident memory of a process and its children, in MiB. */
export async function residentMemoryMib(processId: number): Promise<number> {
  const processes = await listProcesses();
  return processes
    .filter((info) => info.processId === processId || info.parentId === processId)
    .reduce((sum, { residentKib }) => sum + residentKib / KIB_PER_MIB, 0);
}
