import { describe, expect, it } from 'vitest';
import { emptyBill } from './bill-values.ts';
import { billSchema, type BillValues } from './bill.schema.ts';

const filled: BillValues = {
  ...emptyBill,
  billerName: 'North Grid',
  accountNumber: '77-1',
  amount: '45.50',
};

function invalidFields(bill: BillValues): string[] {
  const { error } = billSchema.safeParse(bill);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('A utility bill', () => {
  it('needs a biller name, an account number and an amount', () => {
    expect(invalidFields(emptyBill)).toEqual(['billerName', 'accountNumber', 'amount']);
    expect(invalidFields({ ...filled, billerName: ' ' })).toEqual(['billerName']);
    expect(invalidFields({ ...filled, accountNumber: ' ' })).toEqual(['accountNumber']);
  });

  it.each(['1', '1.00', '45.5'])('can have the amount %s', (amount) => {
    expect(invalidFields({ ...filled, amount })).toEqual([]);
  });

  it.each(['', '0', '0.99', '-1', '1.005', 'one', '10000001'])(
    'cannot have the amount "%s"',
    (amount) => {
      expect(invalidFields({ ...filled, amount })).toEqual(['amount']);
    },
  );

  it('is paid from the balance by default', () => {
    expect(emptyBill.paymentMethod).toBe('balancePay');
  });
});
