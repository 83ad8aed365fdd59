import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { advanceTime, expectToastFor, stopClock } from './support/clock.ts';
import {
  expectCount,
  expectNone,
  expectText,
  expectTexts,
  expectToast,
  expectValue,
  press,
  returnToTab,
  toastOf,
} from './support/looks.ts';
import { acceptRecords, chooseOption, fillCard } from './support/manual-payments.ts';
import { createPerson, otherTab, respondWithUser, sessionOf } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const submitButton = page.getByRole('button', { name: 'Submit Order' });
const tier = (name: string) =>
  page.getByRole('radiogroup', { name: 'Card tier' }).getByRole('radio', { name });
const method = (name: string) =>
  page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name });
const reference = page.getByLabelText('Transaction reference');
const cardName = page.getByLabelText('Card name');
const orderTab = page.getByRole('tab', { name: 'Order Virtual Card' });
const researchTab = page.getByRole('tab', { name: 'Research Card Options' });
const preview = page.getByRole('complementary', { name: 'Preview of your card' });
const openSignedIn = () => openScreen('/cards', { person: createPerson() });

async function fillOrder(): Promise<void> {
  await tier('Premium').click();
  await cardName.fill('Travel');
  await reference.fill('WIRE-2026-0042');
}

/** @covers 2.2, 2.cards.1, 9.1 */
test('The cards page first shows the order form with the manual payment notice and three tiers', async () => {
  await openScreen('/cards');
  await expect.element(orderTab).toHaveAttribute('aria-selected', 'true');
  await expect.element(researchTab).toHaveAttribute('aria-selected', 'false');
  await expect.element(page.getByText('Payment is manual')).toBeVisible();
  const offers = [
    ['Standard', '$5.00', '$1,000 Limit', 'Online Payments', 'Basic Support'],
    [
      'Premium',
      '$15.00',
      '$5,000 Limit',
      'Global Payments',
      'Priority Support',
      'Cashback Rewards',
    ],
    [
      'Metal',
      '$50.00',
      '$20,000 Limit',
      'All Premium Features',
      'Airport Lounge Access',
      'Concierge Service',
    ],
  ];
  const tiers = page.getByRole('radiogroup', { name: 'Card tier' }).element();
  const labels = Array.from(tiers.querySelectorAll('label'), ({ textContent }) => textContent);
  expect(labels).toHaveLength(offers.length);
  for (const [index, texts] of offers.entries()) {
    for (const text of texts) expect(labels[index]).toContain(text);
  }
});

/** @covers 2.cards.2 */
test('The preview updates with the form: name, last four digits, expiry, status, balance, limit and bar', async () => {
  await openScreen('/cards');
  const bar = preview.getByRole('progressbar');
  await expectText(preview, 'My Virtual Card', 'Inactive');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0');

  await tier('Standard').click();
  await cardName.fill('Holiday fund');
  await expectText(preview, 'Holiday fund');
  await expect.element(preview.getByText('Active', { exact: true })).toBeVisible();
  await expectText(preview, '•••• 4821', '08/30', '$320.00', '$1,000.00');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '32');

  await tier('Metal').click();
  await expectText(preview, '$20,000.00');
  await expect
    .element(preview.getByRole('img', { name: /Metal card “Holiday fund”/ }))
    .toBeVisible();
});

/** @covers 9.24, 9.26 */
test('Each payment method shows its placeholder instructions, and bank transfer is the default', async () => {
  await openScreen('/cards');
  await expect.element(method('Bank Transfer')).toBeChecked();
  const placeholders = {
    'Bank Transfer': 'Placeholder Bank',
    'Binance Pay': 'Pay ID',
    Cash: 'Placeholder Agent',
    Other: '(placeholder)',
  };
  await tier('Metal').click();
  for (const [name, placeholder] of Object.entries(placeholders)) {
    await method(name).click();
    const instructions = page.getByRole('region', { name: `${name} instructions` });
    await expectText(instructions, placeholder, '$50.00');
    await expect.element(reference).toBeVisible();
  }
});

/** @covers 5.card-order.6, 5.card-order.7, 9.2, 9.3, 9.5 */
test('Card Payment has five fields with limits and a notice that it is a demonstration', async () => {
  // Also in the last minute of a year.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2030, 11, 31, 23, 59) });
  await openScreen('/cards');
  await method('Card Payment').click();
  await expect.element(page.getByText('Demonstration only', { exact: true })).toBeVisible();
  await expectNone(reference);
  await expect.element(page.getByLabelText('Name on card')).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).toHaveAttribute('maxlength', '19');
  await expect.element(page.getByLabelText('CVV')).toHaveAttribute('maxlength', '4');
  const optionsOf = (label: string) => {
    const { options } = page.getByLabelText(label).element() as HTMLSelectElement;
    return Array.from(options, ({ text }) => text).slice(1);
  };
  expect(optionsOf('Expiry month')).toEqual(
    Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')),
  );
  expect(optionsOf('Expiry year')).toEqual(
    Array.from({ length: 10 }, (_, offset) => String(2030 + offset)),
  );
});

/** @covers 5.card-order.2, 5.card-order.3, 5.card-order.4, 8.orders.1, 8.orders.2 */
test('An order without a tier, a reference or card details shows what is missing and sends nothing', async () => {
  const backend = await openSignedIn();
  await submitButton.click();
  await expectToast('Missing Information', 'Please select a card tier and a payment method.');

  await tier('Standard').click();
  await reference.fill('   ');
  await submitButton.click();
  await expectToast(
    'Missing Information',
    'Please provide a transaction reference for your payment.',
  );
  await expect.element(reference).toHaveFocus();

  await method('Card Payment').click();
  await fillCard();
  for (const label of ['Name on card', 'Card number', 'CVV']) {
    const field = page.getByLabelText(label);
    const kept = (field.element() as HTMLInputElement).value;
    await field.fill('');
    await submitButton.click();
    await expectToast('Missing Card Information', 'Please fill all card payment details.');
    await expect.element(field).toHaveFocus();
    await field.fill(kept);
  }
  for (const label of ['Expiry month', 'Expiry year']) {
    await chooseOption(label, 0);
    await submitButton.click();
    await expect.element(page.getByLabelText(label)).toHaveFocus();
    await expectToast('Missing Card Information');
    await chooseOption(label, 5);
  }
  expect(backend.writes()).toEqual([]);
});

test('A card number in a text field is rejected, and nothing is sent', async () => {
  const backend = await openSignedIn();
  await tier('Standard').click();
  await reference.fill('Paid with 4242-4242-4242-4242');
  await submitButton.click();
  await expectToast('Order Submission Failed', 'we never store card numbers or security codes');
  await reference.fill('WIRE-1');
  await cardName.fill('4242 4242 4242 4242');
  await submitButton.click();
  await expect.element(cardName).toHaveFocus();
  expect(backend.writes()).toEqual([]);
});

test('An order whose session was revoked on another device opens Log In and keeps the form', async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'orders');
  backend.respond('POST /rest/v1/orders', () =>
    Response.json(
      { code: 'PGRST303', message: 'JWT session has ended', details: null, hint: null },
      { status: 401 },
    ),
  );
  backend.respond('GET /auth/v1/user', () =>
    Response.json({ error_code: 'session_not_found', msg: 'Session not found' }, { status: 403 }),
  );
  await fillOrder();
  await submitButton.click();
  await expectToast('Authentication Error', 'You must be logged in to order a card.');
  await expectValue(page.getByPlaceholder('My Virtual Card'), 'Travel');
  await expect.element(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});

/** @covers 8.orders.4 */
test("An order that the backend rejects shows the backend's message and keeps the form", async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'orders');
  backend.respond('POST /rest/v1/orders', () =>
    Response.json(
      { code: '23514', message: 'The price of a card is 15 USD.', details: null, hint: null },
      { status: 400 },
    ),
  );
  await fillOrder();
  await submitButton.click();
  await expectToast('Order Submission Failed', 'The price of a card is 15 USD.');
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  const form = page.getByRole('form', { name: 'Order a virtual card' });
  await expectText(form, 'Order Submission Failed', 'The price of a card is 15 USD.');
  expect(window.location.pathname).toBe('/cards');
  await expect.element(tier('Premium')).toBeChecked();
  await expectValue(cardName, 'Travel');
  await expectValue(reference, 'WIRE-2026-0042');
});

test('The order form keeps its values after a switch to the other tab and a return to the browser tab', async () => {
  await openSignedIn();
  await fillOrder();
  await researchTab.click();
  await expect.element(page.getByLabelText('Search cards')).toBeVisible();
  await orderTab.click();
  returnToTab();
  await expect.element(tier('Premium')).toBeChecked();
  await expectValue(cardName, 'Travel');
  await method('Card Payment').click();
  await method('Bank Transfer').click();
  await expectValue(reference, 'WIRE-2026-0042');
});

test('The order form keeps its values for the same user and is cleared if another tab signs in another user', async () => {
  const ada = createPerson();
  const backend = await openScreen('/cards', { person: ada });
  await fillOrder();
  const publishFromOtherTab = otherTab(backend);
  publishFromOtherTab('SIGNED_OUT', null);
  await expect.element(page.getByText('You need an account to order a card.')).toBeVisible();
  publishFromOtherTab('SIGNED_IN', sessionOf(ada));
  await expectNone(page.getByText('You need an account to order a card.'));
  await expectValue(reference, 'WIRE-2026-0042');

  const bob = createPerson({ full_name: 'Bob' });
  respondWithUser(bob, backend);
  publishFromOtherTab('SIGNED_OUT', null);
  publishFromOtherTab('SIGNED_IN', sessionOf(bob));
  await expectValue(reference, '');
  await expectValue(cardName, '');
  await expect.element(tier('Premium')).not.toBeChecked();
});

/** @covers 2.2, 2.cards.3, 2.cards.4 */
test('Research Card Options filters cards by text and kind, and a virtual card can be ordered from it', async () => {
  await openScreen('/cards');
  await researchTab.click();
  const panel = page.getByRole('tabpanel');
  const cards = panel.getByRole('heading', { level: 2 });
  const search = page.getByLabelText('Search cards');
  const kinds = page.getByRole('tablist', { name: 'Kind of card' }).getByRole('tab');
  await expectTexts(() => kinds.elements(), ['All', 'Virtual', 'Debit', 'Credit', 'Secured']);
  await expectCount(cards, 8);
  for (const [kind, count] of Object.entries({ Virtual: 3, Debit: 2, Credit: 2, Secured: 1 })) {
    await page.getByRole('tab', { name: kind, exact: true }).click();
    await expectCount(cards, count);
  }
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await search.fill('LOUNGE');
  await expectTexts(() => cards.elements(), ['Metal Virtual']);
  await expectText(page.getByRole('list', { name: 'Benefits' }), 'Airport lounge access');
  await expectText(page.getByRole('list', { name: 'Best for' }), 'Travelers');

  await search.fill('no such card');
  await expect.element(page.getByText('No cards found', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Try adjusting your search or filter criteria'))
    .toBeVisible();

  await search.fill('metal');
  await page.getByRole('button', { name: 'Order Metal Virtual' }).click();
  await expect.element(tier('Metal')).toBeChecked();
});

test('A card can be ordered with the keyboard alone', async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'orders');
  (orderTab.element() as HTMLElement).focus();
  await press('Tab', ' ', 'ArrowDown');
  await expect.element(tier('Premium')).toBeChecked();
  await press('Tab');
  await userEvent.keyboard('Keys only');
  await press('Tab');
  await expect.element(method('Bank Transfer')).toHaveFocus();
  await press('ArrowDown');
  await expect.element(method('Binance Pay')).toBeChecked();
  (reference.element() as HTMLElement).focus();
  await userEvent.keyboard('PAY-77');
  await press('Enter');
  await expect.element(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  expect(backend.sent('POST /rest/v1/orders').map(({ body }) => body)).toEqual([
    expect.objectContaining({ payment_method: 'binance_pay', transaction_reference: 'PAY-77' }),
  ]);
});

test('On a phone the preview is below the form and can be expanded', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openScreen('/cards');
  const fold = preview.getByRole('button', { name: 'Card preview' });
  const topOf = (target: typeof preview) => target.element().getBoundingClientRect().top;
  expect(topOf(page.getByRole('form', { name: 'Order a virtual card' }))).toBeLessThan(
    topOf(preview),
  );
  await expect.element(page.getByRole('progressbar', { includeHidden: true })).not.toBeVisible();
  await fold.click();
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  await expect.element(preview.getByRole('progressbar')).toBeVisible();
  await expectAccessible();
});

/** @covers 8.orders.5 */
test('An order whose transaction row fails shows one toast for 7 seconds on the success page', async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'orders');
  backend.respond('POST /rest/v1/transactions', () =>
    Response.json({ code: 'XX000', message: 'no' }, { status: 500 }),
  );
  await fillOrder();
  stopClock();
  await submitButton.click();
  await expectToast(
    'Transaction Logging Error',
    'Card order submitted, but failed to log transaction. Please contact support.',
  );
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  await expect.element(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await expectToastFor(7_000);
  expect(backend.sent('POST /rest/v1/orders')).toHaveLength(1);
});

/** @covers 9.26 */
test('Payment details are not shown before they load, and Try Again loads them after an error', async () => {
  stopClock();
  const backend = await openScreen('/cards', {
    prepare({ respond }) {
      respond('GET /rest/v1/payment_method_settings', () =>
        Response.json({ message: 'down' }, { status: 500 }),
      );
    },
  });
  const failure = page.getByText("We couldn't load the payment details");
  await expect.element(submitButton).toBeVisible();
  // Payment details load when they scroll into view. A failed read is retried automatically after a delay.
  await expect
    .poll(async () => {
      submitButton.element().scrollIntoView({ block: 'end' });
      await expectNone(page.getByText('Placeholder Bank'));
      await advanceTime(5_000);
      return failure.elements().length;
    })
    .toBe(1);
  await expectNone(page.getByText('Placeholder Bank'));
  backend.respond('GET /rest/v1/payment_method_settings', () => Response.json([]));
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Bank Transfer instructions' }))
    .toBeVisible();
});

test('With forced colors the selected tab and the buttons are still distinguishable', async () => {
  await openScreen('/cards');
  const browser = cdp() as { send: (method: string, parameters: object) => Promise<unknown> };
  const emulate = (value: string) =>
    browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  const look = (locator: { element: () => Element }) => getComputedStyle(locator.element());
  await emulate('active');
  try {
    await expect.poll(() => look(orderTab).forcedColorAdjust).toBe('none');
    expect(look(researchTab).forcedColorAdjust).toBe('auto');
    expect(look(submitButton).borderTopWidth).toBe('1px');
  } finally {
    await emulate('none');
  }
});
