import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toast } from '../src/components/ui/toast-store.ts';
import { reportUnanswered } from '../src/lib/connection.ts';
import { expectUncovered } from './support/clear.ts';
import { stopClock } from './support/clock.ts';
import { expectNone, expectToast } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { ORDER_IDS, prepareOrders, reviewButton } from './support/pending-orders.ts';
import { DESKTOP, openScreen, PHONE } from './support/screen.tsx';

const SMALL_WINDOW = { width: 800, height: 600 };

/** Shows a toast that stays until its place has been checked. */
async function showLastingToast(title: string, description: string): Promise<void> {
  stopClock();
  toast({ title, description });
  await expectToast(title, description);
}

describe.each([DESKTOP, SMALL_WINDOW, PHONE])('A toast in a window of $width × $height', (size) => {
  test('does not cover the Try again button of a lost connection', async () => {
    await page.viewport(size.width, size.height);
    await openScreen('/payments');
    stopClock();
    await page.getByRole('button', { name: 'Send Payment' }).click();
    await expectToast('Authentication Error');
    reportUnanswered(performance.now());
    const tryAgain = page.getByRole('status').getByRole('button', { name: 'Try again' });
    await expect.element(tryAgain).toBeVisible();
    await expectUncovered(tryAgain);
  });

  test('covers neither the review buttons nor the next row', async () => {
    await page.viewport(size.width, size.height);
    const person = createPerson({ account_type: 'admin' });
    const backend = await openScreen('/admin/panel', { person, prepare: prepareOrders });
    const dialog = page.getByRole('dialog', { name: 'Review Order' });
    const approve = dialog.getByRole('button', { name: 'Approve' });
    await reviewButton(ORDER_IDS[0]).click();
    await expect.element(approve).toBeVisible();
    await showLastingToast('Error updating status', 'Try again later');
    await expectUncovered(approve, dialog.getByRole('button', { name: 'Reject' }));
    vi.useRealTimers();

    backend.respond('PATCH /rest/v1/orders', () => {
      prepareOrders(backend, ORDER_IDS.slice(1));
      return Response.json([{ id: ORDER_IDS[0], status: 'manual_payment_approved' }]);
    });
    await approve.click();
    await expectToast('Success');
    const heading = page.getByRole('heading', { name: 'Pending card orders' });
    await expect.element(heading).toHaveFocus();
    await expectNone(reviewButton(ORDER_IDS[0]));
    await showLastingToast('Success', 'Order status updated to manual payment approved.');
    await expectUncovered(heading);
    for (const id of ORDER_IDS.slice(1)) {
      (reviewButton(id).element() as HTMLElement).focus();
      await expectUncovered(reviewButton(id));
    }
  });
});
