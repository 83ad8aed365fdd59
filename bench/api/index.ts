import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import type { BenchOptions } from '../options.ts';
import { measureAll } from './measure.ts';
import { apiReport, judge, targetTable } from './report.ts';
import { FULL_RUN, QUICK_RUN } from './settings.ts';
import { setStage } from './stage.ts';

/** Measures the data API and sign-in, and writes the report. */
export async function runApiBench(options: BenchOptions): Promise<void> {
  const settings = options.isQuick ? QUICK_RUN : FULL_RUN;
  const dataDir = join(options.dataDir, options.isQuick ? 'api-quick' : 'api');
  const loadBefore = currentLoad();
  await mkdir(dataDir, { recursive: true });
  const stage = await setStage(dataDir, settings);
  try {
    const machine = describeMachine(loadBefore, { Postgres: stage.postgresVersion });
    const results = await measureAll(stage, settings);
    const targets = judge(results);
    console.log(`\n${targetTable(targets)}\n`);
    const path = join(options.resultsDir, 'RESULTS.md');
    await writeMarkdown(path, apiReport(results, targets, machine));
    console.log(`Written to ${path}`);
  } finally {
    await stage.clear();
    if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  }
}
