import { relative } from 'node:path';
import type { FailedFile } from './failed-files.ts';

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  readonly numPassedTests?: number;
  readonly testResults?: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  /** The reason why the file as a whole failed. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface VitestOutcome {
  readonly passed: number;
  readonly failedFiles: readonly FailedFile[];
}

/** Enough for the page that a browser test found instead of an element. */
const REPORTED_LINES = 60;

const beginningOf = (message = ''): string =>
  message.split('\n').slice(0, REPORTED_LINES).join('\n');

/** A file with an import or set-up error has no failed test. */
function readFailures({ message, assertionResults }: TestFile): Omit<FailedFile, 'path'> {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return { titles: [], reasons: [beginningOf(message)] };
  return {
    titles: failed.map(({ fullName }) => fullName),
    reasons: failed.map(({ failureMessages }) => beginningOf(failureMessages[0])),
  };
}

export function readVitestReport(
  { numPassedTests = 0, testResults = [] }: VitestReport,
  projectDir: string,
): VitestOutcome {
  const failedFiles = testResults
    .filter(({ status }) => status === 'failed')
    .map((file) => ({ path: relative(projectDir, file.name), ...readFailures(file) }));
  return { passed: numPassedTests, failedFiles };
}
