// @vitest-environment node
import { expect, test } from 'vitest';
import { customerCard, isInProgress, sortCards, type CardDeliveryRow } from './customer-card.ts';

const order = (status: string, id = 'a') => ({
  id,
  status,
  card_details: { tier: 'metal', cardName: 'Travel' },
  admin_notes: 'Nothing arrived.',
  created_at: '2026-11-01T12:00:00Z',
});

const delivery = (state: string): CardDeliveryRow => ({
  record_id: 'a',
  state,
  due_at: '2026-11-02T12:00:00Z',
  card_last4: state === 'delivered' ? '4242' : null,
  card_expiry: state === 'delivered' ? '08/2030' : null,
  is_test: false,
});

test.each([
  ['pending_manual_verification', undefined, 'verifying', true],
  ['manual_payment_approved', undefined, 'issuing', true],
  ['manual_payment_approved', 'to_deliver', 'issuing', true],
  ['manual_payment_approved', 'failed', 'issuing', true],
  ['completed', 'delivered', 'active', false],
  ['manual_payment_rejected', undefined, 'rejected', false],
  ['manual_payment_rejected', 'cancelled', 'rejected', false],
])(
  'An order with the status %s and the delivery state %s is shown as a card with the state %s',
  (status, state, shown, changes) => {
    const card = customerCard(order(status), state === undefined ? undefined : delivery(state));
    expect(card.state).toBe(shown);
    expect(isInProgress(card)).toBe(changes);
  },
);

test('A card shows its last four digits and a short expiry date only after it is issued', () => {
  expect(customerCard(order('completed'), delivery('delivered'))).toMatchObject({
    last4: '4242',
    expiry: '08/30',
    dueAt: null,
    tier: { limitMinorUnits: 2_000_000 },
  });
  expect(customerCard(order('completed'), delivery('failed'))).toMatchObject({
    last4: null,
    expiry: null,
    dueAt: '2026-11-02T12:00:00Z',
    reason: null,
  });
});

test('A card is late after its due time, but only while it is being issued', () => {
  const at = (hour: number, state: string) =>
    customerCard(order('completed'), delivery(state), Date.UTC(2026, 10, 2, hour)).isLate;
  expect([at(11, 'failed'), at(13, 'failed'), at(13, 'delivered')]).toEqual([false, true, false]);
});

test('Active cards are sorted first and rejected cards last', () => {
  const cards = [
    customerCard(order('manual_payment_rejected', 'rejected'), undefined),
    customerCard(order('pending_manual_verification', 'pending'), undefined),
    customerCard(order('completed', 'active'), delivery('delivered')),
  ];
  expect(sortCards(cards).map(({ id }) => id)).toEqual(['active', 'pending', 'rejected']);
});
