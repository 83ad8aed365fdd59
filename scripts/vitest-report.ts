import type { RetriedTest } from './retried-tests.ts';

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly testResults?: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  /** The reason why the file as a whole failed. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly ancestorTitles: readonly string[];
    readonly title: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface VitestOutcome {
  readonly passed: number;
  readonly failed: number;
  /** The file, the name and the first lines of the reason of each failed test. */
  readonly failures: readonly string[];
  /** The tests that passed only when retried. */
  readonly retried: readonly RetriedTest[];
}

/** Enough for the page that a browser test found instead of an element. */
const REPORTED_LINES = 60;

const beginningOf = (message = ''): string =>
  message.split('\n').slice(0, REPORTED_LINES).join('\n');

export function readVitestReport(
  { numPassedTests = 0, numFailedTests = 0, testResults = [] }: VitestReport,
  projectDir: string,
): VitestOutcome {
  const pathOf = ({ name }: TestFile): string => name.replace(`${projectDir}/`, '');
  const failures = testResults.flatMap((file) => {
    const path = pathOf(file);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    // A file with an import or set-up error has no failed test.
    if (failed.length === 0 && file.status === 'failed') {
      return [`${path}\n${beginningOf(file.message)}`];
    }
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${path} › ${fullName}\n${beginningOf(failureMessages[0])}`,
    );
  });
  // Vitest keeps the errors of the first attempt.
  const retried = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ ancestorTitles, title }) => ({
        file: pathOf(file),
        // In the form of the option --testNamePattern.
        title: [...ancestorTitles, title].join(' > '),
      })),
  );
  return { passed: numPassedTests, failed: numFailedTests, failures, retried };
}
