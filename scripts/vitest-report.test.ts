import { expect, test } from 'vitest';
import { readVitestReport } from './vitest-report.ts';

const PROJECT_DIR = '/project';

const assertion = (title: string, ...failureMessages: string[]) => ({
  ancestorTitles: ['An order'],
  title,
  fullName: `An order ${title}`,
  status: failureMessages.length === 0 ? 'passed' : 'failed',
  failureMessages,
});

test('a failed test is listed with its file and the first lines of the reason', () => {
  const message = Array.from({ length: 100 }, (_, index) => `line ${String(index)}`).join('\n');
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: `${PROJECT_DIR}/apps/server/test/orders.test.ts`,
        status: 'failed',
        assertionResults: [assertion('is kept'), assertion('is refused', message)],
      },
    ],
  };
  const { passed, failed, failures } = readVitestReport(report, PROJECT_DIR);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(
    /^apps\/server\/test\/orders\.test\.ts › An order is refused\nline 0\n/,
  );
  expect(failures[0]).toMatch(/\nline 59$/);
});

test('a file that failed as a whole is listed, although none of its tests failed', () => {
  const report = {
    testResults: [
      {
        name: `${PROJECT_DIR}/scripts/broken.test.ts`,
        status: 'failed',
        message: 'Unexpected token',
        assertionResults: [],
      },
    ],
  };
  expect(readVitestReport(report, PROJECT_DIR).failures).toEqual([
    'scripts/broken.test.ts\nUnexpected token',
  ]);
});

test('a test that passed only when retried is listed, and does not count as failed', () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: `${PROJECT_DIR}/scripts/shaky.test.ts`,
        status: 'passed',
        assertionResults: [
          assertion('is steady'),
          { ...assertion('is shaky', 'expected 1 to be 2'), status: 'passed' },
        ],
      },
    ],
  };
  expect(readVitestReport(report, PROJECT_DIR)).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
    retried: [{ file: 'scripts/shaky.test.ts', title: 'An order > is shaky' }],
  });
});

test('a missing report is empty', () => {
  expect(readVitestReport({}, PROJECT_DIR)).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    retried: [],
  });
});
