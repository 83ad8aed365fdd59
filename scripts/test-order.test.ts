import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';
import { LONG_WAITS } from './test-order.ts';

test('Every file that starts first exists', () => {
  expect(LONG_WAITS.filter((path) => !existsSync(join(PROJECT_DIR, path)))).toEqual([]);
});
