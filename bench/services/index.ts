import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import type { ComparisonPace } from '../shared/comparison.ts';
import { startFreshServer } from '../shared/fresh-server.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { measureFunctions, writeFunctions } from './measure-functions.ts';
import { measureObjects } from './measure-objects.ts';
import { servicesReport } from './report.ts';

const FULL_PACE: ComparisonPace = { rounds: 6, sliceMs: 3_000, warmUpMs: 2_000 };
const QUICK_PACE: ComparisonPace = { rounds: 1, sliceMs: 1_000, warmUpMs: 500 };

/** Compares objects and functions with their floors, prints the report and writes it to a file. */
export async function runServicesBench(options: BenchOptions): Promise<void> {
  const machine = describeMachine(currentLoad(), {});
  const pace = options.isQuick ? QUICK_PACE : FULL_PACE;
  const dataDir = join(options.dataDir, 'services');
  // Removes the files of an interrupted run.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const functionsDir = await writeFunctions(dataDir);
  const { server, apiKeys, stop } = await startFreshServer(dataDir, {
    workers: 1,
    environment: {
      STORAGE_DIR: join(dataDir, 'objects'),
      STORAGE_FILE_SIZE_LIMIT: '200MB',
      FUNCTIONS_DIR: functionsDir,
    },
  });
  try {
    const { objects, memory } = await measureObjects(server, apiKeys.secretKey, dataDir, pace);
    const functions = await measureFunctions(server, dataDir, pace);
    const report = servicesReport(machine, objects, memory, functions);
    console.log(report);
    const path = join(options.resultsDir, 'RESULTS-services.md');
    await writeMarkdown(path, report);
    console.log(`Written to ${path}`);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
