import { expect, test } from 'vitest';
import { tryParseJson } from './json.ts';

const nested = (levels: number) => `${'[{"x":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('JSON is read up to 500 levels deep and no deeper', () => {
  expect(tryParseJson(nested(500))).toBeDefined();
  expect(tryParseJson(nested(502))).toBeUndefined();
});

test('brackets in strings do not count as levels, and neither do siblings', () => {
  const text = JSON.stringify({ text: `"\\${'['.repeat(2000)}`, list: Array(2000).fill([{}]) });
  expect(tryParseJson(text)).toEqual(JSON.parse(text));
});
