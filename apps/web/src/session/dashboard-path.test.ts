import { expect, test } from 'vitest';
import { dashboardPath } from './dashboard-path.ts';

/** @covers 4.app-state.6 */
test.each([
  ['business', '/business'],
  ['admin', '/admin/panel'],
  ['personal', '/personal'],
  [null, '/personal'],
  [undefined, '/personal'],
] as const)('the dashboard of a %s account is %s', (accountType, path) => {
  expect(dashboardPath(accountType)).toBe(path);
});
