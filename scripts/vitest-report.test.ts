import { expect, test } from 'vitest';
import { readVitestReport } from './vitest-report.ts';

const PROJECT_DIR = '/project/';

const assertion = (title: string, ...failureMessages: string[]) => ({
  fullName: `An order ${title}`,
  status: failureMessages.length === 0 ? 'passed' : 'failed',
  failureMessages,
});

test('a failed test is listed with its file and the first lines of the reason', () => {
  const message = Array.from({ length: 100 }, (_, index) => `line ${String(index)}`).join('\n');
  const report = {
    numPassedTests: 1,
    testResults: [
      {
        name: `${PROJECT_DIR}apps/server/test/orders.test.ts`,
        status: 'failed',
        assertionResults: [assertion('is kept'), assertion('is refused', message)],
      },
      {
        name: `${PROJECT_DIR}scripts/steady.test.ts`,
        status: 'passed',
        assertionResults: [assertion('is steady')],
      },
    ],
  };
  const { passed, failedFiles } = readVitestReport(report, PROJECT_DIR);
  expect(passed).toBe(1);
  expect(failedFiles).toEqual([
    {
      path: 'apps/server/test/orders.test.ts',
      titles: ['An order is refused'],
      reasons: [expect.stringMatching(/^line 0\n[^]*\nline 59$/)],
    },
  ]);
});

test('a file that failed as a whole is listed, although none of its tests failed', () => {
  const report = {
    testResults: [
      {
        name: `${PROJECT_DIR}scripts/broken.test.ts`,
        status: 'failed',
        message: 'Unexpected token',
        assertionResults: [],
      },
    ],
  };
  expect(readVitestReport(report, PROJECT_DIR).failedFiles).toEqual([
    { path: 'scripts/broken.test.ts', titles: [], reasons: ['Unexpected token'] },
  ]);
});

test('a missing report is empty', () => {
  expect(readVitestReport({}, PROJECT_DIR)).toEqual({ passed: 0, failedFiles: [] });
});
