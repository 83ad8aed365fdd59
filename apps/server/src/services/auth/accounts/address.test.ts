import { expect, test } from 'vitest';
import { unusedAddress } from './address.ts';

test.each([
  ['email', 'ada@example.com', /^ada\+[a-p]{32}@example\.com$/],
  ['email', `${'a'.repeat(243)}@example.com`, /^[a-p]{32}@a\.invalid$/],
  ['phone', '12025550100', /^12025550100[a-p]{32}$/],
] as const)('an unused %s keeps the text of %s and gains no digits', (kind, value, pattern) => {
  const values = Array.from({ length: 20 }, () => unusedAddress({ kind, value }).value);
  expect(new Set(values).size).toBe(20);
  for (const each of values) expect(each).toMatch(pattern);
});
