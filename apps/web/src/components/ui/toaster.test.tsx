import { LONG_TOAST_DURATION_MS, TOAST_DURATION_MS } from '@beaconpay/domain';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function shownTitles() {
  return [...document.querySelectorAll('[data-slot=toast]')].map(
    (element) => element.querySelector('div > div')?.textContent,
  );
}

/** @covers 4.app-state.7, 9.15 */
test('a new toast replaces the previous toast', () => {
  render(<Toaster />);
  act(() => toast({ title: 'First' }));
  act(() => toast({ title: 'Second' }));
  expect(shownTitles()).toEqual(['Second']);
});

/** @covers 4.app-state.7, 9.14 */
test.each([
  [undefined, TOAST_DURATION_MS],
  [LONG_TOAST_DURATION_MS, LONG_TOAST_DURATION_MS],
])(
  'a toast with the duration %s disappears after %d ms and not before',
  (durationMs, expectedMs) => {
    render(<Toaster />);
    act(() => toast({ title: 'Saved', ...(durationMs === undefined ? {} : { durationMs }) }));
    act(() => {
      vi.advanceTimersByTime(expectedMs - 200);
    });
    expect(shownTitles()).toEqual(['Saved']);
    act(() => {
      vi.advanceTimersByTime(400);
    });
    expect(shownTitles()).toEqual([]);
  },
);

/** @covers 9.17 */
test('F8 focuses the region labelled Notification, even while a dialog is open', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  render(
    <>
      <Dialog title="Log In" description="With your password." onClose={() => undefined}>
        <button type="button">Inside</button>
      </Dialog>
      <Toaster />
    </>,
  );
  act(() => toast({ title: 'Login Failed', variant: 'destructive' }));
  screen.getByRole('button', { name: 'Inside' }).focus();
  await user.keyboard('[F8]');
  const region = document.activeElement?.closest('[role=region]');
  expect(region?.getAttribute('aria-label')).toBe('Notification');
  expect(region?.closest('[aria-hidden=true]')).toBeNull();
});
