/** `npm test`: every check and test there is, and one closing line that sums them up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { PROJECT_DIR } from './project-dir.ts';

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

async function runNpm(
  script: string,
  scriptArguments: readonly string[] = [],
  extraEnvironment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  console.log(`\n── npm run ${script} ──`);
  const child = spawn('npm', ['run', '--silent', script, '--', ...scriptArguments], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
    env: { ...process.env, ...extraEnvironment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** A check is one thing that passes or fails. */
async function runCheck(script: string, scriptArguments: readonly string[] = []): Promise<Outcome> {
  return (await runNpm(script, scriptArguments))
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1 };
}

async function readReport(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}

/** A runner that failed without counting a failed test (no report, a crash) counts as one. */
function settle(succeeded: boolean, outcome: Outcome): Outcome {
  return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
}

async function runVitest(reportDir: string): Promise<Outcome> {
  const path = join(reportDir, 'vitest.json');
  const succeeded = await runNpm('unit', [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]);
  const report = (await readReport(path).catch(() => ({}))) as {
    numPassedTests?: number;
    numFailedTests?: number;
  };
  return settle(succeeded, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
  });
}

async function runPlaywright(reportDir: string): Promise<Outcome> {
  const path = join(reportDir, 'playwright.json');
  const succeeded = await runNpm('e2e', ['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
  });
  const report = (await readReport(path).catch(() => ({}))) as {
    stats?: { expected: number; unexpected: number; flaky: number };
  };
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  return settle(succeeded, { passed: expected + flaky, failed: unexpected });
}

const reportDir = await mkdtemp(join(tmpdir(), 'beaconpay-reports-'));
try {
  // Told at once, not after the minutes that the other tests take.
  console.log(`Browser tests will use ${await findChromium()}`);
  const outcomes = [
    await runCheck('lint'),
    await runCheck('types'),
    await runCheck('db:types', ['--check']),
    await runVitest(reportDir),
    await runPlaywright(reportDir),
  ];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(reportDir, { recursive: true, force: true });
}
