import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeFailures, findRealFailures, type FailedFile } from './failed-files.ts';

const failed = (path: string, ...titles: string[]): FailedFile => ({
  path,
  titles,
  reasons: titles.length === 0 ? ['No set-up'] : titles.map(() => 'Too slow'),
});

const slow = failed('home.spec.ts', 'The home page');
const whole = failed('set-up.test.ts');
const flaky = failed('bills.spec.ts', 'A bill', 'Another bill');
const known = failed('cards.spec.ts', 'A card');

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a failed file that passes alone three times has not failed', async () => {
  const runs: string[] = [];
  const found = await findRealFailures([slow, whole, flaky], (path) => {
    runs.push(path);
    return Promise.resolve(runs.filter((one) => one === 'bills.spec.ts').length < 3);
  });
  expect(found).toEqual([flaky]);
  const thrice = (path: string) => [path, path, path];
  expect(runs).toEqual([slow, whole, flaky].flatMap(({ path }) => thrice(path)));
  const output = vi.mocked(console.log).mock.calls.flat().join('\n');
  expect(output).toContain('home.spec.ts › The home page\nToo slow');
  expect(output).toContain('set-up.test.ts\nNo set-up');
});

test('a file of which only a known flaky test failed has to pass once', async () => {
  const runFile = vi.fn(() => Promise.resolve(true));
  const knownTests = { 'cards.spec.ts › A card': 'the browser loses its state' };
  expect(await findRealFailures([known], runFile, knownTests)).toEqual([]);
  expect(runFile).toHaveBeenCalledTimes(1);
});

test('more failed files than a slow machine explains are not run again', async () => {
  const files = Array.from({ length: 9 }, (_, index) => failed(`${String(index)}.test.ts`));
  const runFile = vi.fn(() => Promise.resolve(true));
  expect(await findRealFailures(files, runFile)).toEqual(files);
  expect(runFile).not.toHaveBeenCalled();
});

test('a failure is described by its file, its title and its reason', () => {
  expect(describeFailures(flaky)).toEqual([
    'bills.spec.ts › A bill\nToo slow',
    'bills.spec.ts › Another bill\nToo slow',
  ]);
  expect(describeFailures(whole)).toEqual(['set-up.test.ts\nNo set-up']);
});
