import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectNone, expectText } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const list = page.getByRole('list', { name: 'My cards' });
const cardOf = (name: string) => list.getByRole('listitem').filter({ hasText: name });

const order = (id: string, status: string, tier: string, cardName: string) => ({
  id: `${id}aaaaaaa-0000-4000-8000-000000000000`,
  status,
  card_details: { tier, cardName },
  admin_notes: status === 'manual_payment_rejected' ? 'Nothing arrived.' : null,
  created_at: '2026-11-01T12:00:00Z',
});

const ORDERS = [
  order('a', 'pending_manual_verification', 'standard', 'New one'),
  order('b', 'manual_payment_approved', 'premium', 'On time'),
  order('c', 'completed', 'premium', 'Too late'),
  order('d', 'manual_payment_approved', 'metal', 'Travel'),
  order('e', 'manual_payment_rejected', 'standard', 'Not paid'),
];

const delivery = (id: string, state: string, dueAt: string) => ({
  record_id: `${id}aaaaaaa-0000-4000-8000-000000000000`,
  state,
  due_at: dueAt,
  card_last4: state === 'delivered' ? '4242' : null,
  card_expiry: state === 'delivered' ? '08/2030' : null,
  is_test: false,
});

function respondWithCards(backend: FakeBackend): void {
  backend.respond('GET /rest/v1/orders', () => Response.json(ORDERS));
  backend.respond('GET /rest/v1/deliveries', () =>
    Response.json([
      delivery('b', 'to_deliver', '2100-01-01T12:00:00Z'),
      delivery('c', 'failed', '2026-01-01T12:00:00Z'),
      delivery('d', 'delivered', '2026-01-01T12:00:00Z'),
    ]),
  );
}

test.each(['/cards', '/personal'])(
  '%s shows each card with its state, active cards first',
  async (path) => {
    await openScreen(path, { person: createPerson(), prepare: respondWithCards });
    await expectCount(list.getByRole('listitem'), 5);
    await expectText(list.getByRole('listitem').first(), 'Travel', 'Metal · $20,000.00 limit');
    await expectText(cardOf('Travel'), 'Active', '•••• 4242 · 08/30');
    await expectText(cardOf('New one'), 'Being verified', "We're checking your payment.");
    await expectText(cardOf('On time'), 'Being issued', /Expected by .*2100/);
    await expectText(cardOf('Too late'), 'Being issued', 'longer than promised');
    await expectText(cardOf('Not paid'), 'Rejected', 'Nothing arrived.');
    await expectAccessible();
  },
);

test('A card links to its order in Transaction History', async () => {
  await openScreen('/personal', { person: createPerson(), prepare: respondWithCards });
  const link = cardOf('Travel').getByRole('link', { name: 'Travel' });
  await expect
    .element(link)
    .toHaveAttribute('href', '/personal?tab=history&receipt=daaaaaaa-0000-4000-8000-000000000000');
});

test('The card list keeps its height when the cards load and fits the width of a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  const { promise, resolve } = Promise.withResolvers<Response>();
  await openScreen('/cards', {
    person: createPerson(),
    prepare(backend) {
      respondWithCards(backend);
      backend.respond('GET /rest/v1/orders', () => promise);
    },
  });
  const section = page.getByRole('region', { name: 'My cards' });
  await expect.element(section).toBeVisible();
  const before = section.element().getBoundingClientRect().height;
  resolve(Response.json(ORDERS));
  await expectCount(list.getByRole('listitem'), 5);
  expect(section.element().getBoundingClientRect().height).toBe(before);
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
});

test('The dashboard of a customer without cards shows a notice and a link to the order form', async () => {
  await openScreen('/personal', { person: createPerson() });
  const section = page.getByRole('region', { name: 'My cards' });
  await expectText(section, 'You have no cards yet.');
  await expect
    .element(section.getByRole('link', { name: 'Order your first card' }))
    .toHaveAttribute('href', '/cards');
});

test('Cards that fail to load can be loaded again', async () => {
  let isDown = true;
  await openScreen('/personal', {
    person: createPerson(),
    prepare(backend) {
      respondWithCards(backend);
      backend.respond('GET /rest/v1/orders', () =>
        isDown ? Response.json({ message: 'no' }, { status: 400 }) : Response.json(ORDERS),
      );
    },
  });
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expectCount(list.getByRole('listitem'), 5);
});

test('A visitor sees no cards', async () => {
  await openScreen('/cards');
  await expectNone(page.getByRole('region', { name: 'My cards' }));
});
