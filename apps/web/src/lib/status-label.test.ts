import { expect, test } from 'vitest';
import { statusLabel } from './status-label.ts';

/** @covers 4.status.4 */
test('a status is shown with spaces instead of underscores', () => {
  expect(statusLabel('manual_payment_approved')).toBe('manual payment approved');
  expect(statusLabel('some_new_status')).toBe('some new status');
});
