/** `npm test`: runs all checks and tests, and prints a summary line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.ts';
import { findTestChromium } from './chromium.ts';
import { describeFailures, findRealFailures, type FailedFile } from './failed-files.ts';
import { readPlaywrightReport, type PlaywrightReport } from './playwright-report.ts';
import { PROJECT_DIR } from './project-dir.ts';
import { readVitestReport, type VitestReport } from './vitest-report.ts';

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The names of the failed checks and tests. */
  readonly failures: readonly string[];
}

/** Output of parallel scripts is printed in one block at the end. */
type Output = 'at once' | 'when done';

interface Running {
  readonly environment?: Readonly<Record<string, string>>;
  readonly output?: Output;
}

async function runNpm(
  script: string,
  scriptArguments: readonly string[] = [],
  { environment = {}, output = 'at once' }: Running = {},
): Promise<boolean> {
  if (output === 'at once') console.log(`\n── npm run ${script} ──`);
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...scriptArguments], {
    cwd: PROJECT_DIR,
    stdio: output === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const tookS = Math.round((performance.now() - startedAt) / 1000);
  if (output === 'when done') console.log(`\n── npm run ${script} ──\n${printed.trim()}`);
  console.log(
    `── npm run ${script}: ${code === 0 ? 'done' : 'failed'} after ${String(tookS)} s ──`,
  );
  return code === 0;
}

/** A check is one thing that passes or fails. */
async function runCheck(script: string, ...scriptArguments: string[]): Promise<Outcome> {
  return (await runNpm(script, scriptArguments, { output: 'when done' }))
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

async function runChecks(): Promise<Outcome[]> {
  const [lint, ...others] = await Promise.all([
    runCheck('lint'),
    (async () => [
      await runCheck('db:types', '--check'),
      await runCheck('db:schema', '--check'),
      await runCheck('types'),
      await runCheck('deno'),
    ])(),
  ]);
  return [lint, ...others.flat()];
}

async function readReport(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}

interface TestRun {
  readonly script: 'unit' | 'e2e';
  /** Whether the runner exited with 0. */
  readonly succeeded: boolean;
  readonly passed: number;
  readonly failedFiles: readonly FailedFile[];
}

/** Tests that failed only beside others count as passed. */
async function settle({ script, succeeded, passed, failedFiles }: TestRun): Promise<Outcome> {
  // For example without a report, or after a crash.
  if (!succeeded && failedFiles.length === 0) {
    return { passed, failed: 1, failures: [`npm run ${script} failed without a failed test`] };
  }
  const real = await findRealFailures(failedFiles, (path) => runNpm(script, [path]));
  const failures = real.flatMap(describeFailures);
  const failedBefore = failedFiles.flatMap(describeFailures);
  return {
    passed: passed + failedBefore.length - failures.length,
    failed: failures.length,
    failures,
  };
}

async function runVitest(reportDir: string): Promise<Outcome> {
  const path = join(reportDir, 'vitest.json');
  const succeeded = await runNpm('unit', [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]);
  const report = (await readReport(path).catch(() => ({}))) as VitestReport;
  return settle({ script: 'unit', succeeded, ...readVitestReport(report, PROJECT_DIR) });
}

async function runPlaywright(reportDir: string): Promise<Outcome> {
  const path = join(reportDir, 'playwright.json');
  const succeeded = await runNpm('e2e', ['--reporter=list,json'], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  });
  const report = (await readReport(path).catch(() => ({}))) as PlaywrightReport;
  return settle({ script: 'e2e', succeeded, ...readPlaywrightReport(report) });
}

const reportDir = await mkdtemp(join(tmpdir(), 'beaconpay-reports-'));
try {
  // Fails early without a browser, before the other tests run for minutes.
  console.log(`Browser tests will use ${await findTestChromium()}`);
  const checks = await runChecks();
  // Checks and builds do not run beside the tests: on a loaded machine, servers start too slowly.
  // If the build fails here, the browser tests repeat it and report the error.
  await buildWebIfStale().catch(() => undefined);
  const outcomes = [...checks, await runVitest(reportDir), await runPlaywright(reportDir)];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // Printed again at the end, because long outputs are often truncated.
  for (const failure of outcomes.flatMap(({ failures }) => failures)) {
    console.log(`\nFailed: ${failure}`);
  }
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(reportDir, { recursive: true, force: true });
}
