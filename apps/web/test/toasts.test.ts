import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectToastFor, stopClock } from './support/clock.ts';
import { expectCount, expectToast, press, toastOf } from './support/looks.ts';
import { openScreen } from './support/screen.tsx';

const sendPayment = page.getByRole('button', { name: 'Send Payment' });
const openLogIn = () => page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
const continueWithGoogle = () => page.getByRole('button', { name: 'Continue with Google' }).click();

/** @covers 4.app-state.7, 9.15 */
test('A new toast replaces the one on screen', async () => {
  await openScreen('/payments');
  await sendPayment.click();
  await expectToast('Authentication Error');
  await openLogIn();
  await continueWithGoogle();
  await expectToast('Google Auth Pending');
  await expectCount(toastOf(), 1);
});

/** @covers 9.14 */
test('A toast stays for 5 seconds by default', async () => {
  await openScreen('/payments');
  stopClock();
  await sendPayment.click();
  await expectToastFor(5000);
});

/** @covers 9.17 */
test('F8 focuses the region labelled Notification, also while a dialog is open', async () => {
  await openScreen('/about');
  await openLogIn();
  await continueWithGoogle();
  await expectToast('Google Auth Pending');
  await press('F8');
  const focusedRegion = () =>
    document.activeElement?.closest('[role=region]')?.getAttribute('aria-label');
  await expect.poll(focusedRegion).toBe('Notification');
  await press('Tab');
  await expect.element(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});
