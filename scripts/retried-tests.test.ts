import { expect, test, vi } from 'vitest';
import { findShaky, type RetriedTest } from './retried-tests.ts';

const known: RetriedTest = { file: 'cards.spec.ts', title: 'A card' };
const unlucky: RetriedTest = { file: 'home.spec.ts', title: 'The home page' };
const shaky: RetriedTest = { file: 'bills.spec.ts', title: 'A bill' };

test('of the tests that needed a second try, what fails once more is shaky, and what is known is only told', async () => {
  const say = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const tried: RetriedTest[] = [];
  const found = await findShaky(
    [known, unlucky, shaky],
    (test) => {
      tried.push(test);
      return Promise.resolve(test !== shaky || tried.filter((one) => one === shaky).length < 3);
    },
    { 'cards.spec.ts › A card': 'a browser that forgets' },
  );
  expect(found).toEqual(['bills.spec.ts › A bill']);
  expect(tried).toEqual([...Array.from({ length: 5 }, () => unlucky), shaky, shaky, shaky]);
  const said = say.mock.calls.flat().join('\n');
  expect(said).toContain('cards.spec.ts › A card (known: a browser that forgets)');
  expect(said).toContain('home.spec.ts › The home page (new)');
  say.mockRestore();
});
