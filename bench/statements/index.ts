import { join } from 'node:path';
import { parseStatement, STATEMENT_LIMITS } from '@beaconpay/statements';
import type { BenchOptions } from '../options.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { medianOf } from '../shared/statistics.ts';
import { createStatementFiles, type StatementFile } from './files.ts';
import { measureMatching } from './measure-matching.ts';
import { statementsReport, type ParseMeasurement } from './report.ts';

const LINES = 100_000;
const QUICK_LINES = 2_000;
const RUNS = 3;
const MEBIBYTE = 1024 * 1024;
const LIMITS = { maxBytes: 500 * MEBIBYTE };
const US_PER_MS = 1000;
/** Numbers with fewer digits make shorter lines. */
const SIZE_MARGIN = 0.98;

interface Run {
  readonly wallMs: number;
  readonly processorMs: number;
}

function measureRun({ format, bytes }: StatementFile, lines: number): Run {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const result = parseStatement(bytes, { limits: LIMITS });
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startedAt;
  if (!result.ok || result.lines.length !== lines) {
    throw new Error(
      `statements: ${format} was not parsed: ${JSON.stringify(result).slice(0, 200)}`,
    );
  }
  return { wallMs, processorMs: (user + system) / US_PER_MS };
}

function measureFile(file: StatementFile, lines: number): ParseMeasurement {
  const runs: Run[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(measureRun(file, lines));
  return {
    format: file.format,
    mebibytes: file.bytes.length / MEBIBYTE,
    lines,
    wallMs: medianOf(runs.map(({ wallMs }) => wallMs)),
    processorMs: medianOf(runs.map(({ processorMs }) => processorMs)),
  };
}

/** Measures how long statements of 100,000 lines take to parse, and to import and match. */
export async function runStatementsBench(options: BenchOptions): Promise<void> {
  const machine = describeMachine(currentLoad(), {});
  const lines = options.isQuick ? QUICK_LINES : LINES;
  const measurements: ParseMeasurement[] = [];
  for (const [at, file] of createStatementFiles(lines).entries()) {
    measurements.push(measureFile(file, lines));
    // The largest file of the format that the product accepts.
    const share = STATEMENT_LIMITS.maxBytes / file.bytes.length;
    const fitting = Math.floor(lines * share * SIZE_MARGIN);
    const smaller = share < 1 ? createStatementFiles(fitting)[at] : undefined;
    if (smaller !== undefined) measurements.push(measureFile(smaller, fitting));
  }
  const report = statementsReport(machine, RUNS, measurements, await measureMatching(options));
  console.log(report);
  await writeMarkdown(join(options.resultsDir, 'RESULTS-statements.md'), report);
}
