import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { readBeside } from './beside.ts';
import { measureBursts, withSubscribers } from './measure-changes.ts';
import { measureDecisions } from './measure-decisions.ts';
import { withFanOut } from './measure-fan-out.ts';
import { IDLE_GROUP, measureIdle } from './measure-idle.ts';
import type { RealtimeFigures } from './figures.ts';
import { mostSockets } from './open-files.ts';
import { realtimeReport } from './report.ts';
import { FULL_RUN, QUICK_RUN, type RealtimeBenchSettings } from './settings.ts';
import { setStage, type Stage } from './stage.ts';

async function measureSockets(
  stage: Stage,
  settings: RealtimeBenchSettings,
): Promise<Omit<RealtimeFigures, 'decisions'>> {
  const { fleet } = stage;
  const { apiMs, bursts, fanOutRounds, idleCounts } = settings;
  const wantedSockets = Math.max(...idleCounts);
  const most = Math.min(wantedSockets, mostSockets());
  const counts = idleCounts.map((count) => Math.min(count, most));
  console.log('Opening idle sockets…');
  const idle = await measureIdle(stage, settings, counts);
  const besides = { nothing: 'nothing', fanOut: `one message a second to ${String(most)} sockets` };
  console.log('One message to all of them…');
  const [fanOut, besideFanOut] = await withFanOut(stage, most, async ({ measure, once }) => [
    await measure(fanOutRounds),
    await readBeside(stage, apiMs, besides.fanOut, once),
  ]);
  await fleet.close(IDLE_GROUP);
  const alone = await readBeside(stage, apiMs, besides.nothing, null);
  console.log('Changes to their subscribers…');
  const count = settings.subscribers;
  const [filtered, besideChanges] = await withSubscribers(stage, settings, true, async (them) => [
    await measureBursts('own rows by a filter, as the product', count, them, bursts),
    await readBeside(stage, apiMs, `${String(count)} changes a second, by a filter`, () =>
      them.burst(),
    ),
  ]);
  const unfiltered = await withSubscribers(stage, settings, false, (them) =>
    measureBursts('the whole table, left to the policies', count, them, bursts),
  );
  return {
    wantedSockets,
    idle,
    fanOut,
    changes: [filtered, unfiltered],
    api: [alone, besideChanges, besideFanOut],
  };
}

/** Measures sockets, broadcasts and changes, prints the figures and writes them down. */
export async function runRealtimeBench(options: BenchOptions): Promise<void> {
  const settings = options.isQuick ? QUICK_RUN : FULL_RUN;
  const dataDir = join(options.dataDir, 'realtime');
  const load = currentLoad();
  // What an interrupted run left would be in the way.
  await rm(dataDir, { recursive: true, force: true });
  console.log('Decisions on a customer’s screens…');
  const decisions = await measureDecisions(dataDir, settings.decisions);
  const stage = await setStage(dataDir, settings.subscribers);
  try {
    const machine = describeMachine(load, { Postgres: stage.postgresVersion });
    const figures = { ...(await measureSockets(stage, settings)), decisions };
    const report = realtimeReport(machine, figures);
    console.log(report);
    const path = join(options.resultsDir, 'RESULTS-realtime.md');
    await writeMarkdown(path, report);
    console.log(`Written to ${path}`);
  } finally {
    await stage.clear();
    await rm(dataDir, { recursive: true, force: true });
  }
}
