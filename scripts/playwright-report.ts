import type { RetriedTest } from './retried-tests.ts';

/** The part of Playwright's JSON report that is read. */
export interface PlaywrightReport {
  readonly suites?: readonly Suite[];
  readonly stats?: { readonly expected: number; readonly unexpected: number };
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly { readonly status: string }[];
}

interface BrowserOutcome {
  readonly passed: number;
  readonly failed: number;
  /** The tests that passed only when retried; files are relative to `e2e`. */
  readonly retried: readonly RetriedTest[];
  /** "file › title" of the tests that failed. */
  readonly failures: readonly string[];
}

export function readPlaywrightReport({ suites = [], stats }: PlaywrightReport): BrowserOutcome {
  const retried = suites.flatMap((suite) => testsIn(suite, 'flaky'));
  return {
    passed: (stats?.expected ?? 0) + retried.length,
    failed: stats?.unexpected ?? 0,
    retried,
    failures: suites
      .flatMap((suite) => testsIn(suite, 'unexpected'))
      .map(({ file, title }) => `${file} › ${title}`),
  };
}

function testsIn(
  { suites = [], specs = [] }: Suite,
  wanted: 'flaky' | 'unexpected',
): { file: string; title: string }[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title }) => ({ file, title }));
  return [...own, ...suites.flatMap((suite) => testsIn(suite, wanted))];
}
