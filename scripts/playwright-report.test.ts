import { expect, test } from 'vitest';
import { readPlaywrightReport } from './playwright-report.ts';

const spec = (file: string, title: string, status: string) => ({
  title,
  file,
  tests: [{ status }],
});

test('failed tests are listed by file, at any depth of nesting', () => {
  const report = {
    stats: { expected: 1 },
    suites: [
      {
        specs: [
          spec('cards.spec.ts', 'A steady test', 'expected'),
          spec('cards.spec.ts', 'A broken test', 'unexpected'),
        ],
        suites: [{ specs: [spec('cards.spec.ts', 'Another', 'unexpected')] }],
      },
      { specs: [spec('bills.spec.ts', 'A bill', 'unexpected')] },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    failedFiles: [
      { path: 'cards.spec.ts', titles: ['A broken test', 'Another'], reasons: ['', ''] },
      { path: 'bills.spec.ts', titles: ['A bill'], reasons: [''] },
    ],
  });
});

test('a missing report is empty', () => {
  expect(readPlaywrightReport({})).toEqual({ passed: 0, failedFiles: [] });
});
