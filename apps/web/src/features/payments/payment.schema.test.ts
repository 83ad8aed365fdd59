import { describe, expect, it } from 'vitest';
import { firstProblem } from './payment-problem.ts';
import { emptyPayment } from './payment-values.ts';
import { paymentSchema, type PaymentValues } from './payment.schema.ts';
import { createSimulatedPayment, payeeName } from './simulated-payment.ts';

const toAda: PaymentValues = {
  ...emptyPayment,
  amount: '25',
  recipientName: 'Ada Lovelace',
  recipientEmail: 'ada@example.com',
};
const toCompany: PaymentValues = {
  ...emptyPayment,
  paymentType: 'business',
  amount: '25',
  businessName: 'Juniper Row',
  businessId: 'JR-1',
};

function invalidFields(payment: PaymentValues): string[] {
  const { error } = paymentSchema.safeParse(payment);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('A payment', () => {
  /** @covers 5.simulated-payment.2 */
  it.each(['0.01', '1', '19.99', '10000000.00', '1,50', '1.250,00', '1 250'])(
    'can have the amount %s',
    (amount) => {
      expect(invalidFields({ ...toAda, amount })).toEqual([]);
    },
  );

  it.each(['', '0', '0.00', '-5', '0.009', '1.001', '1e3', 'ten', '1.250', '10000000.01'])(
    'cannot have the amount "%s"',
    (amount) => {
      expect(invalidFields({ ...toAda, amount })).toEqual(['amount']);
    },
  );

  /** @covers 5.simulated-payment.5 */
  it('to a person needs a name and an email address, but no business fields', () => {
    expect(invalidFields(toAda)).toEqual([]);
    expect(invalidFields({ ...toAda, recipientName: '  ' })).toEqual(['recipientName']);
    expect(invalidFields({ ...toAda, recipientEmail: '' })).toEqual(['recipientEmail']);
    expect(invalidFields({ ...toAda, recipientEmail: 'ada@' })).toEqual(['recipientEmail']);
  });

  it('to a business needs a business name and a business ID, but no person fields', () => {
    expect(invalidFields(toCompany)).toEqual([]);
    expect(invalidFields({ ...toCompany, businessName: '' })).toEqual(['businessName']);
    expect(invalidFields({ ...toCompany, businessId: ' ' })).toEqual(['businessId']);
  });

  it('reports an invalid amount before a missing recipient', () => {
    const error = { type: 'custom' };
    expect(firstProblem({ amount: error, recipientName: error }, 'individual')).toEqual({
      title: 'Invalid amount',
      description: 'Please enter a valid payment amount.',
    });
    expect(firstProblem({ recipientName: error }, 'individual')).toEqual({
      title: 'Missing Information',
      description: 'Please provide recipient name and email.',
    });
    expect(firstProblem({ businessId: error }, 'business')).toEqual({
      title: 'Missing Information',
      description: 'Please provide business name and ID.',
    });
  });

  it('is recorded as simulated_completed with only the fields of its recipient type', () => {
    const withLeftovers = { ...toCompany, recipientName: 'Ada Lovelace', amount: '025.50' };
    const payment = createSimulatedPayment('user-1', paymentSchema.parse(withLeftovers));
    expect(payment).toEqual({
      user_id: 'user-1',
      amount: '25.5',
      currency: 'USD',
      description: null,
      payment_type: 'business',
      status: 'simulated_completed',
      business_name: 'Juniper Row',
      business_id: 'JR-1',
    });
    expect(payeeName(payment)).toBe('Juniper Row');
    expect(payeeName(createSimulatedPayment('user-1', toAda))).toBe('Ada Lovelace');
  });
});
