import { readFile, readdir } from 'node:fs/promises';
import type { Sql } from '@beaconpay/server/platform/database/connection';

/** The unit of processor time in Linux. */
const TICK_MS = 10;

export interface ProcessorTime {
  /** The time of the main threads of all server processes. */
  readonly mainThreadsMs: number;
  /** The time of all running Postgres processes except the postmaster. */
  readonly postgresMs: number;
}

/** The fields of proc_pid_stat(5) after the name, which may contain spaces. */
async function readStat(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function timeOf(statPath: string): Promise<number> {
  const fields = await readStat(statPath);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

async function childrenOf(parentId: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = await Promise.all(
    ids.map(async (id) => (await readStat(`/proc/${id}/stat`))[1] === String(parentId)),
  );
  return ids.filter((_, index) => isChild[index]).map(Number);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Returns the process id of the postmaster, the parent of all other Postgres processes. */
export async function findPostmaster(sql: Sql): Promise<number> {
  const [backend] = await sql<{ id: number }[]>`select pg_backend_pid() as id`;
  return Number((await readStat(`/proc/${String(backend?.id)}/stat`))[1]);
}

/** The processor time of the main thread since the start of the process. */
export function mainThreadTimeMs(processId: number): Promise<number> {
  return timeOf(`/proc/${String(processId)}/task/${String(processId)}/stat`);
}

/** The processor time of the processes since their start. */
export async function readProcessorTime(
  serverProcessId: number,
  postmasterId: number,
): Promise<ProcessorTime> {
  const serverIds = [serverProcessId, ...(await childrenOf(serverProcessId))];
  const postgresIds = await childrenOf(postmasterId);
  const [mainThreads, backends] = await Promise.all([
    Promise.all(serverIds.map(mainThreadTimeMs)),
    Promise.all(postgresIds.map((id) => timeOf(`/proc/${String(id)}/stat`))),
  ]);
  return { mainThreadsMs: sum(mainThreads), postgresMs: sum(backends) };
}
