// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { toPendingOrder, toPendingRecharge } from './pending-record.ts';

const payment = {
  id: '5f8f6f0e-52b4-4c5f-9a51-0d2f3a9d8f11',
  user_id: '0b7d2f0e-5d0a-4c88-9f0e-2a4b1c6d8e90',
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  payment_details: { instruction: 'Transfer it.' },
  transaction_reference: 'TR-1',
  created_at: '2026-11-20T10:00:00Z',
  profiles: { full_name: 'Ada Lovelace', avatar_url: null, users: { email: 'ada@example.com' } },
};

describe('a pending order', () => {
  it('has the details of its customer, payment and card', () => {
    const record = toPendingOrder({
      ...payment,
      card_details: { tier: 'premium', cardName: 'Travel' },
    });
    expect(record).toEqual({
      kind: 'card_order',
      id: payment.id,
      customerId: payment.user_id,
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.com',
      customerPicture: null,
      amount: 15,
      currency: 'USD',
      paymentMethod: 'bank_transfer',
      paymentDetails: { instruction: 'Transfer it.' },
      reference: 'TR-1',
      submittedAt: '2026-11-20T10:00:00Z',
      contents: [
        { label: 'Card tier', value: 'Premium' },
        { label: 'Card name', value: 'Travel' },
      ],
    });
  });

  it.each([null, 'text', 7, ['premium'], { tier: 3 }])(
    'has default contents when its card details are %j',
    (cardDetails) => {
      const { contents } = toPendingOrder({ ...payment, card_details: cardDetails });
      expect(contents).toEqual([
        { label: 'Card tier', value: '' },
        { label: 'Card name', value: 'My Virtual Card' },
      ]);
    },
  );

  it('has no customer name or email address when its customer profile cannot be read', () => {
    const record = toPendingOrder({ ...payment, card_details: {}, profiles: null });
    expect(record.customerName).toBeNull();
    expect(record.customerEmail).toBeNull();
  });
});

describe('a pending recharge', () => {
  it('has its operator, phone number and type as contents', () => {
    const { kind, contents } = toPendingRecharge({
      ...payment,
      operator: 'MTN',
      phone_number: '+234 800 000 0000',
      recharge_details: { type: 'data' },
    });
    expect(kind).toBe('mobile_recharge');
    expect(contents).toEqual([
      { label: 'Operator', value: 'MTN' },
      { label: 'Phone number', value: '+234 800 000 0000' },
      { label: 'Type', value: 'Data' },
    ]);
  });
});
