/** One side of a before-after comparison: the server of a checkout, with its own database and load. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveJobs } from '../../shared/child-process.ts';
import {
  findPostmaster,
  readProcessorTime,
  type ProcessorTime,
} from '../../shared/processor-time.ts';
import type { Measurement } from '../../shared/statistics.ts';
import type * as Participants from '../participants.ts';
import type * as Scenarios from '../scenarios.ts';
import type { ApiBenchSettings } from '../settings.ts';
import type * as StageModule from '../stage.ts';
import type { ScenarioName } from '../requests.ts';

interface Prepared {
  readonly stage: StageModule.Stage;
  /** A separate load, so that sign-ins run while reads are measured. */
  readonly background: Participants.HttpLoadParticipant;
  readonly postmasterId: number;
}

let prepared: Prepared | undefined;

function stageOf(): Prepared {
  if (prepared === undefined) throw new Error('Nothing is prepared.');
  return prepared;
}

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
    prepared = {
      stage,
      background: await startHttpLoad(port, toPreparedRequests(stage.large.scenarios, port)),
      postmasterId: await findPostmaster(stage.large.sql),
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

  /** Measures reads during concurrent sign-ins. */
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

  processorTime(): Promise<ProcessorTime> {
    const { stage, postmasterId } = stageOf();
    return readProcessorTime(stage.large.server.processId, postmasterId);
  },

  async clear(): Promise<void> {
    await prepared?.background.stop();
    await prepared?.stage.clear();
  },
};

export type CheckoutJobs = typeof jobs;

if (process.send !== undefined) serveJobs(jobs);
