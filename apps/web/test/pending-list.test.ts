import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, returnToTab } from './support/looks.ts';
import {
  ORDER_IDS,
  ordersResponder,
  prepareOrders,
  reviewButton,
} from './support/pending-orders.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const LIST = 'GET /rest/v1/orders';
const NEW_ORDER = 'eeeeeeee-0000-4000-8000-000000000000';

/** @covers realtime.in-the-product.2 */
test('The pending orders are counted when the tab becomes visible, and new ones load only after Show', async () => {
  const backend = await openScreen('/admin/panel', {
    person: createPerson({ account_type: 'admin' }),
    prepare: prepareOrders,
  });
  const pagesRead = () =>
    backend
      .sent(LIST)
      .filter(({ query }) => query.get('status') === 'eq.pending_manual_verification').length;
  await expect.element(reviewButton(ORDER_IDS[2])).toBeVisible();
  expect(pagesRead()).toBe(1);

  backend.respond(LIST, ordersResponder([...ORDER_IDS, NEW_ORDER]));
  returnToTab();
  const notice = page.getByRole('status').filter({ hasText: '1 new order' });
  await expectText(notice, '1 new order');
  expect(pagesRead()).toBe(1);
  await expect.element(reviewButton(NEW_ORDER)).not.toBeInTheDocument();

  await notice.getByRole('button', { name: 'Show' }).click();
  await expect.element(reviewButton(NEW_ORDER)).toBeVisible();
  expect(pagesRead()).toBe(2);
  await expect.element(page.getByRole('heading', { name: /^Pending card orders/ })).toHaveFocus();
});
