/** A server of one checkout of this project, with its own database and load: one side of before and after. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveJobs } from '../../shared/child-process.ts';
import type { Measurement } from '../../shared/statistics.ts';
import type * as Participants from '../participants.ts';
import type * as Scenarios from '../scenarios.ts';
import type { ApiBenchSettings } from '../settings.ts';
import type * as StageModule from '../stage.ts';
import type { ScenarioName } from '../requests.ts';

/** What Linux counts processor time in. */
const TICK_MS = 10;

interface Prepared {
  readonly stage: StageModule.Stage;
  /** A load of its own, so that sign-ins can be under way while reads are measured. */
  readonly background: Participants.HttpLoadParticipant;
  readonly postmasterId: number;
}

let prepared: Prepared | undefined;

function stageOf(): Prepared {
  if (prepared === undefined) throw new Error('Nothing is prepared.');
  return prepared;
}

/** Fields of proc_pid_stat(5) after the name, which may hold spaces. */
async function readStat(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function processorTimeMs(statPath: string): Promise<number> {
  const fields = await readStat(statPath);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

async function childrenOf(parentId: number): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = await Promise.all(
    ids.map(async (id) => (await readStat(`/proc/${id}/stat`))[1] === String(parentId)),
  );
  return ids.filter((_, index) => isChild[index]);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const jobs = {
  async prepare(parameter: {
    readonly checkoutDir: string;
    readonly dataDir: string;
    readonly settings: ApiBenchSettings;
  }): Promise<void> {
    const load = async (path: string): Promise<unknown> =>
      import(pathToFileURL(join(parameter.checkoutDir, path)).href);
    const { setStage } = (await load('bench/api/stage.ts')) as typeof StageModule;
    const { startHttpLoad } = (await load('bench/api/participants.ts')) as typeof Participants;
    const { toPreparedRequests } = (await load('bench/api/scenarios.ts')) as typeof Scenarios;
    const stage = await setStage(parameter.dataDir, parameter.settings);
    const { port } = stage.large.server;
    const [backend] = await stage.large.sql<{ id: number }[]>`select pg_backend_pid() as id`;
    const [, postmasterId] = await readStat(`/proc/${String(backend?.id)}/stat`);
    prepared = {
      stage,
      background: await startHttpLoad(port, toPreparedRequests(stage.large.scenarios, port)),
      postmasterId: Number(postmasterId),
    };
  },

  load(parameter: {
    readonly mix: readonly ScenarioName[];
    readonly connections: number;
    readonly durationMs: number;
  }): Promise<Measurement> {
    const { mix, connections, durationMs } = parameter;
    return stageOf().stage.large.http.side(mix, connections)(durationMs);
  },

  /** Reads while people sign in, as many at once as said. */
  async readsBesideSignIns(parameter: {
    readonly connections: number;
    readonly signInsAtOnce: number;
    readonly durationMs: number;
  }): Promise<Measurement> {
    const { stage, background } = stageOf();
    const { connections, signInsAtOnce, durationMs } = parameter;
    const [reads] = await Promise.all([
      stage.large.http.side(['own-orders'], connections)(durationMs),
      background.side(['sign-in'], signInsAtOnce)(durationMs),
    ]);
    return reads;
  },

  /** Since their start: of the main threads of the server's processes, and of Postgres's processes now alive. */
  async processorTime(): Promise<{ mainThreadsMs: number; postgresMs: number }> {
    const { stage, postmasterId } = stageOf();
    const first = String(stage.large.server.processId);
    const serverIds = [first, ...(await childrenOf(Number(first)))];
    const postgresIds = await childrenOf(postmasterId);
    const [mainThreads, backends] = await Promise.all([
      Promise.all(serverIds.map((id) => processorTimeMs(`/proc/${id}/task/${id}/stat`))),
      Promise.all(postgresIds.map((id) => processorTimeMs(`/proc/${id}/stat`))),
    ]);
    return { mainThreadsMs: sum(mainThreads), postgresMs: sum(backends) };
  },

  async clear(): Promise<void> {
    await prepared?.background.stop();
    await prepared?.stage.clear();
  },
};

export type CheckoutJobs = typeof jobs;

if (process.send !== undefined) serveJobs(jobs);
