import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from './limits.ts';

test('the minimum length of passwords equals the one in supabase/config.toml', () => {
  const settings = readFileSync(new URL('../../../supabase/config.toml', import.meta.url), 'utf8');
  const [, minimum] = /^minimum_password_length = (\d+)$/m.exec(settings) ?? [];
  expect(Number(minimum)).toBe(PASSWORD_MIN_LENGTH);
});
