import { expect, test } from 'vitest';
import { readPlaywrightReport } from './playwright-report.ts';

const spec = (title: string, status: string) => ({
  title,
  file: 'cards.spec.ts',
  tests: [{ status }],
});

test('a failed or retried test is listed at any depth of nesting', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 2 },
    suites: [
      {
        specs: [spec('A steady test', 'expected'), spec('A shaky test', 'flaky')],
        suites: [{ specs: [spec('A broken test', 'unexpected'), spec('Another', 'flaky')] }],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 3,
    failed: 1,
    retried: [
      { file: 'cards.spec.ts', title: 'A shaky test' },
      { file: 'cards.spec.ts', title: 'Another' },
    ],
    failures: ['cards.spec.ts › A broken test'],
  });
});

test('a missing report is empty', () => {
  expect(readPlaywrightReport({})).toEqual({ passed: 0, failed: 0, retried: [], failures: [] });
});
