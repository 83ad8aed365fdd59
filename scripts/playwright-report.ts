import type { FailedFile } from './failed-files.ts';

/** The part of Playwright's JSON report that is read. */
export interface PlaywrightReport {
  readonly suites?: readonly Suite[];
  readonly stats?: { readonly expected: number };
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

interface Spec {
  readonly title: string;
  /** Relative to `e2e`. */
  readonly file: string;
  readonly tests: readonly { readonly status: string }[];
}

interface BrowserOutcome {
  readonly passed: number;
  /** Their paths are relative to `e2e`. The list reporter has printed the reasons. */
  readonly failedFiles: readonly FailedFile[];
}

export function readPlaywrightReport({ suites = [], stats }: PlaywrightReport): BrowserOutcome {
  const failed = suites
    .flatMap(specsIn)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  const failedFiles = [...Map.groupBy(failed, ({ file }) => file)].map(([path, specs]) => ({
    path,
    titles: specs.map(({ title }) => title),
    reasons: specs.map(() => ''),
  }));
  return { passed: stats?.expected ?? 0, failedFiles };
}

function specsIn({ suites = [], specs = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}
