import { expect, test } from 'vitest';
import { cardOrderProduct, orderCardDefaults } from './card-order.ts';
import { orderCardSchema } from './order-card.schema.ts';

const order = { ...orderCardDefaults, tierId: 'metal', transactionReference: 'WIRE-1' };

/** @covers 5.card-order.5 */
test('an order needs one of the offered tiers, and its card name is optional', () => {
  expect(orderCardSchema.safeParse(order).success).toBe(true);
  expect(orderCardSchema.safeParse({ ...order, tierId: '' }).success).toBe(false);
  expect(orderCardSchema.safeParse({ ...order, tierId: 'platinum' }).success).toBe(false);
});

test('a missing tier is reported before a missing reference', () => {
  const { error } = orderCardSchema.safeParse(orderCardDefaults);
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['tierId', 'transactionReference']);
  const problem = { type: 'custom', message: 'x' };
  expect(
    cardOrderProduct.errorSummary(
      { tierId: problem, transactionReference: problem },
      orderCardDefaults,
    ),
  ).toMatchObject({
    title: 'Missing Information',
    description: 'Please select a card tier and a payment method.',
  });
});

test('a card number is rejected as the name of a card', () => {
  const { error } = orderCardSchema.safeParse({ ...order, cardName: '4242 4242 4242 4242' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['cardName']);
});
