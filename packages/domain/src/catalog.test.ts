import { describe, expect, it } from 'vitest';
import {
  BILL_PAYMENT_METHOD_IDS,
  CARD_TIERS,
  COUNTRIES,
  CURRENCIES,
  currencySymbol,
  DEFAULT_PAYMENT_METHOD,
  EXPIRY_MONTHS,
  expiryYears,
  findOperators,
  isIncomingTransaction,
  OPERATORS,
  PAYMENT_METHODS,
  statusTone,
  SUPPORTED_BANKS,
  SIGN_UP_ACCOUNT_TYPES,
  UTILITY_CATEGORY_IDS,
} from './index.ts';

describe('the catalog', () => {
  /** @covers 9.1 */
  it('has three card tiers at 5, 15 and 50 USD', () => {
    expect(CARD_TIERS.map(({ name, price }) => [name, price])).toEqual([
      ['Standard', '5.00'],
      ['Premium', '15.00'],
      ['Metal', '50.00'],
    ]);
  });

  /** @covers 9.24 */
  it('has five manual payment methods, bank transfer first and by default', () => {
    expect(PAYMENT_METHODS.map(({ id }) => id)).toEqual([
      'bank_transfer',
      'binance_pay',
      'card_payment',
      'manual_cash',
      'other_external',
    ]);
    expect(DEFAULT_PAYMENT_METHOD).toBe('bank_transfer');
  });

  it('has 19 currencies, nine of them with a symbol', () => {
    expect(CURRENCIES).toHaveLength(19);
    expect(
      CURRENCIES.filter(({ code, symbol }) => code !== symbol).map(({ symbol }) => symbol),
    ).toEqual(['$', '€', '£', '¥', 'C$', 'A$', 'Fr', '₿', 'Ξ']);
    expect(currencySymbol('DOGE')).toBe('DOGE');
    expect(currencySymbol('SEK')).toBe('SEK');
  });

  it('has nine banks, six countries, six bill categories, three bill methods, two account types', () => {
    expect(SUPPORTED_BANKS).toHaveLength(9);
    expect(COUNTRIES.map(({ id }) => id)).toEqual([
      'USA',
      'Canada',
      'UK',
      'Australia',
      'Germany',
      'India',
    ]);
    expect(UTILITY_CATEGORY_IDS).toHaveLength(6);
    expect(BILL_PAYMENT_METHOD_IDS).toEqual(['balancePay', 'linkedCard', 'bankAccount']);
    expect(SIGN_UP_ACCOUNT_TYPES).toEqual(['personal', 'business']);
  });
});

describe('findOperators', () => {
  it('filters by country and by name together', () => {
    expect(findOperators('', '')).toHaveLength(OPERATORS.length);
    expect(findOperators('Nigeria', '').map(({ name }) => name)).toEqual([
      'Glo Mobile',
      'MTN',
      'Airtel',
      '9mobile',
    ]);
    expect(findOperators('', ' MOBILE ').map(({ name }) => name)).toEqual([
      'Glo Mobile',
      '9mobile',
    ]);
    expect(findOperators('UK', 'mobile')).toEqual([]);
  });
});

describe('a status', () => {
  /** @covers 4.status.4 */
  it.each([
    ['completed', 'success'],
    ['manual_payment_approved', 'success'],
    ['pending_manual_verification', 'warning'],
    ['pending', 'warning'],
    ['failed', 'destructive'],
    ['rejected', 'destructive'],
    ['manual_payment_rejected', 'destructive'],
    ['anything_else', 'neutral'],
    ['', 'neutral'],
  ])('%s is shown as %s', (status, tone) => {
    expect(statusTone(status)).toBe(tone);
  });
});

it.each([
  ['payment_received', true],
  ['bank_deposit', true],
  ['payment_sent', false],
  ['card_order', false],
])('a %s transaction is incoming: %s', (type, incoming) => {
  expect(isIncomingTransaction(type)).toBe(incoming);
});

/** @covers 9.4, 9.5 */
it('the expiry options are twelve months and ten years', () => {
  expect(EXPIRY_MONTHS).toHaveLength(12);
  expect([EXPIRY_MONTHS[0], EXPIRY_MONTHS[11]]).toEqual(['01', '12']);
  expect(expiryYears(2026)).toEqual([
    '2026',
    '2027',
    '2028',
    '2029',
    '2030',
    '2031',
    '2032',
    '2033',
    '2034',
    '2035',
  ]);
});
