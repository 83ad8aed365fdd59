import { expect, test, vi } from 'vitest';
import { findFlaky, type RetriedTest } from './retried-tests.ts';

const known: RetriedTest = { file: 'cards.spec.ts', title: 'A card' };
const unlucky: RetriedTest = { file: 'home.spec.ts', title: 'The home page' };
const flaky: RetriedTest = { file: 'bills.spec.ts', title: 'A bill' };

test('a retried test that fails again is flaky, and a known flaky test is only reported', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const attempts: RetriedTest[] = [];
  const found = await findFlaky(
    [known, unlucky, flaky],
    (test) => {
      attempts.push(test);
      return Promise.resolve(test !== flaky || attempts.filter((one) => one === flaky).length < 3);
    },
    { 'cards.spec.ts › A card': 'the browser loses its state' },
  );
  expect(found).toEqual(['bills.spec.ts › A bill']);
  expect(attempts).toEqual([...Array.from({ length: 5 }, () => unlucky), flaky, flaky, flaky]);
  const output = log.mock.calls.flat().join('\n');
  expect(output).toContain('cards.spec.ts › A card (known: the browser loses its state)');
  expect(output).toContain('home.spec.ts › The home page (new)');
  log.mockRestore();
});
