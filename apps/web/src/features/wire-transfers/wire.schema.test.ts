import { describe, expect, it } from 'vitest';
import { emptyWire, transferSummary } from './wire-values.ts';
import { wireSchema, type WireValues } from './wire.schema.ts';

const filled: WireValues = {
  ...emptyWire,
  amount: '250',
  purpose: 'Invoice 7',
  recipientName: 'Ada Lovelace',
  accountNumber: '12345678',
  swiftCode: 'DEUTDEFF',
  bankName: 'Rheintal Bank',
  bankCountry: 'Germany',
};

function invalidFields(wire: WireValues): string[] {
  const { error } = wireSchema.safeParse(wire);
  return (error?.issues.map(({ path }) => path.join('.')) ?? []).sort();
}

describe('A wire transfer', () => {
  it.each([
    {
      title: 'sent in a national currency needs a recipient and the bank of the recipient',
      direction: 'send',
      currency: 'EUR',
      required: ['accountNumber', 'bankCountry', 'bankName', 'recipientName', 'swiftCode'],
    },
    {
      title: 'sent in a cryptocurrency needs a wallet address, but no network',
      direction: 'send',
      currency: 'BTC',
      required: ['cryptoWalletAddress'],
    },
    {
      title: 'withdrawn in a national currency needs the account number and the bank of the user',
      direction: 'withdraw',
      currency: 'USD',
      required: ['yourAccountNumber', 'yourBankName'],
    },
    {
      title: 'withdrawn in a cryptocurrency needs a wallet address',
      direction: 'withdraw',
      currency: 'SOL',
      required: ['cryptoWalletAddress'],
    },
  ] as const)('$title', ({ direction, currency, required }) => {
    const wire = { ...emptyWire, direction, currency, amount: '5', purpose: 'Rent' };
    expect(invalidFields(wire)).toEqual(required);
    const complete = { ...wire, ...Object.fromEntries(required.map((field) => [field, 'x'])) };
    expect(invalidFields(complete)).toEqual([]);
  });

  /** @covers 5.wire-form.1 */
  it('always needs a purpose', () => {
    expect(invalidFields({ ...filled, purpose: ' ' })).toEqual(['purpose']);
  });

  it.each(['0.000001', '0.00000150', '1', '9999999.123456789012345678'])(
    'can have the amount %s',
    (amount) => {
      expect(invalidFields({ ...filled, amount })).toEqual([]);
    },
  );

  it.each(['', '0', '0.0000009', '-1', '1e3', 'all', '10000000.000000000000000001'])(
    'cannot have the amount "%s"',
    (amount) => {
      expect(invalidFields({ ...filled, amount })).toEqual(['amount']);
    },
  );

  it('is accepted with an account number and a SWIFT/BIC code that look invalid', () => {
    expect(invalidFields({ ...filled, accountNumber: 'DE00', swiftCode: '?' })).toEqual([]);
  });
});

describe('A transfer', () => {
  const toWallet = {
    ...filled,
    currency: 'BTC',
    amount: '0.000001',
    cryptoWalletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  };

  it.each([
    { wire: filled, summary: '$250.00 to Ada Lovelace' },
    {
      wire: { ...filled, direction: 'withdraw' as const, yourBankName: 'Harbor National Bank' },
      summary: '$250.00 to Harbor National Bank',
    },
    { wire: toWallet, summary: '0.000001 BTC to wallet bc1qar…wf5mdq' },
    {
      wire: { ...toWallet, direction: 'withdraw' as const },
      summary: '0.000001 BTC to your wallet',
    },
    { wire: { ...toWallet, cryptoWalletAddress: '0x12' }, summary: '0.000001 BTC to wallet 0x12' },
  ])('has the summary "$summary"', ({ wire, summary }) => {
    expect(transferSummary(wire)).toBe(summary);
  });
});
