/** `npm test`: every check and test there is, and one closing line that sums them up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.ts';
import { findTestChromium } from './chromium.ts';
import { readPlaywrightReport, type PlaywrightReport } from './playwright-report.ts';
import { PROJECT_DIR } from './project-dir.ts';
import { findShaky } from './retried-tests.ts';
import { readVitestReport, type VitestReport } from './vitest-report.ts';

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What failed, by name. */
  readonly failures: readonly string[];
}

/** What a part says comes through at once, or, beside others, in one piece when it is done. */
type Output = 'at once' | 'when done';

interface Running {
  readonly environment?: Readonly<Record<string, string>>;
  readonly output?: Output;
  /** Takes of the processor what others leave. */
  readonly isPatient?: boolean;
}

/** Counts for all that the process starts, too. */
function letOthersGoFirst(processId: number): void {
  try {
    setPriority(processId, constants.priority.PRIORITY_LOW);
  } catch {
    // Where that is not allowed, it only takes its turns as everything else does.
  }
}

async function runNpm(
  script: string,
  scriptArguments: readonly string[] = [],
  { environment = {}, output = 'at once', isPatient = false }: Running = {},
): Promise<boolean> {
  if (output === 'at once') console.log(`\n── npm run ${script} ──`);
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...scriptArguments], {
    cwd: PROJECT_DIR,
    stdio: output === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  if (isPatient && child.pid !== undefined) letOthersGoFirst(child.pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const tookS = Math.round((performance.now() - startedAt) / 1000);
  if (output === 'when done') console.log(`\n── npm run ${script} ──\n${said.trim()}`);
  console.log(
    `── npm run ${script}: ${code === 0 ? 'done' : 'failed'} after ${String(tookS)} s ──`,
  );
  return code === 0;
}

/** A check is one thing that passes or fails. */
async function runCheck(
  script: string,
  scriptArguments: readonly string[] = [],
  running: Running = { isPatient: true },
): Promise<Outcome> {
  return (await runNpm(script, scriptArguments, { ...running, output: 'when done' }))
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

async function runChecks(): Promise<Outcome[]> {
  // At low priority, the start of Postgres might time out.
  const checkGenerated = (script: string) => runCheck(script, ['--check'], { isPatient: false });
  const [lint, ...others] = await Promise.all([
    runCheck('lint'),
    (async () => [
      await checkGenerated('db:types'),
      await checkGenerated('db:schema'),
      await runCheck('types'),
      await runCheck('deno'),
    ])(),
  ]);
  return [lint, ...others.flat()];
}

async function readReport(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}

/** A runner that failed without counting a failed test (no report, a crash) counts as one. */
function settle(script: string, succeeded: boolean, outcome: Outcome): Outcome {
  if (succeeded || outcome.failed > 0) return outcome;
  const failures = [...outcome.failures, `npm run ${script} ended with an error of its own`];
  return { ...outcome, failed: 1, failures };
}

/** What is shaky failed in the end, though it passed once. */
function withShaky({ passed, failed, failures }: Outcome, shaky: readonly string[]): Outcome {
  return {
    passed: passed - shaky.length,
    failed: failed + shaky.length,
    failures: [...failures, ...shaky.map((name) => `${name}\nIt passes by chance.`)],
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
  const { retried, ...outcome } = readVitestReport(report, PROJECT_DIR);
  const shaky = await findShaky(retried, ({ file, title }) =>
    runNpm('unit', [file, '--testNamePattern', RegExp.escape(title), '--retry', '0']),
  );
  return settle('unit', succeeded, withShaky(outcome, shaky));
}

async function runPlaywright(reportDir: string): Promise<Outcome> {
  const path = join(reportDir, 'playwright.json');
  const succeeded = await runNpm('e2e', ['--reporter=list,json'], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  });
  const report = (await readReport(path).catch(() => ({}))) as PlaywrightReport;
  const { retried, ...outcome } = readPlaywrightReport(report);
  const shaky = await findShaky(retried, ({ file, title }) =>
    runNpm('e2e', [file, '--grep', RegExp.escape(title), '--retries', '0']),
  );
  return settle('e2e', succeeded, withShaky(outcome, shaky));
}

/** Browsers need the processor all the time, so they come when the other tests are done. */
async function runTests(reportDir: string): Promise<Outcome[]> {
  const [units] = await Promise.all([
    runVitest(reportDir),
    // What the browser tests look at. A build that fails is told by them.
    buildWebIfStale().catch(() => undefined),
  ]);
  return [units, await runPlaywright(reportDir)];
}

const reportDir = await mkdtemp(join(tmpdir(), 'beaconpay-reports-'));
try {
  // Told at once, not after the minutes that the other tests take.
  console.log(`Browser tests will use ${await findTestChromium()}`);
  // Tests often wait: for Postgres, for a process, for a page. Checks take what they leave of the
  // processor, so that none of it stands idle and no test is any slower.
  const [checks, tests] = await Promise.all([runChecks(), runTests(reportDir)]);
  const outcomes = [...checks, ...tests];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // Once more, since the end is what is kept of a long output.
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
