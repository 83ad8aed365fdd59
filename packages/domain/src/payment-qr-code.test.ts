import { describe, expect, it } from 'vitest';
import { paymentQrCode } from './payment-qr-code.ts';

const CODE = 'BP-7K3F-92QD';
const GERMAN = [
  { label: 'Bank', value: 'Hausbank' },
  { label: 'Kontoinhaber', value: 'Beacon Pay GmbH' },
  { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
];
const SWISS = [
  { label: 'Account name', value: 'Beacon Pay AG' },
  { label: 'IBAN', value: 'CH93 0076 2011 6238 5295 7' },
  { label: 'Address', value: 'Bahnhofstrasse 1, 8001 Zürich' },
];
const transfer = { details: GERMAN, amount: '15', currency: 'EUR', code: CODE };

describe('paymentQrCode', () => {
  it('makes a SEPA code with the payment code as remittance text', () => {
    const made = paymentQrCode(transfer);
    expect(made).toMatchObject({
      standard: 'sepa',
      name: 'Beacon Pay GmbH',
      iban: 'DE89370400440532013000',
    });
    expect(made?.payload.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Beacon Pay GmbH', 'DE89370400440532013000', 'EUR15.00'],
      ...['', '', CODE],
    ]);
  });

  it('adds the BIC of the details', () => {
    const details = [...GERMAN, { label: 'SWIFT/BIC', value: 'COBADEFFXXX' }];
    expect(paymentQrCode({ ...transfer, details })?.payload.split('\n')[4]).toBe('COBADEFFXXX');
  });

  it.each(['CHF', 'EUR'])(
    'makes a Swiss code in %s for a Swiss account with an address',
    (currency) => {
      const made = paymentQrCode({ ...transfer, details: SWISS, currency });
      const lines = made?.payload.split('\n') ?? [];
      expect(made?.standard).toBe('swiss');
      expect(lines.slice(3, 11)).toEqual([
        ...['CH9300762011623852957', 'S', 'Beacon Pay AG', 'Bahnhofstrasse', '1', '8001', 'Zürich'],
        'CH',
      ]);
      expect(lines.slice(18, 20)).toEqual(['15.00', currency]);
      expect(lines.at(-2)).toBe(CODE);
    },
  );

  it('reads a Swiss address without a street', () => {
    const details = SWISS.with(2, { label: 'Adresse', value: 'CH-3000 Bern' });
    const lines = paymentQrCode({ ...transfer, details, currency: 'CHF' })?.payload.split('\n');
    expect(lines?.slice(6, 10)).toEqual(['', '', '3000', 'Bern']);
  });

  it('makes a SEPA code for a Swiss account without an address, if its BIC is known', () => {
    const details = [...SWISS.slice(0, 2), { label: 'BIC', value: 'UBSWCHZH80A' }];
    expect(paymentQrCode({ ...transfer, details })?.standard).toBe('sepa');
  });

  it.each([
    ['the currency is neither EUR nor CHF', { currency: 'USD' }],
    ['a German account is paid in CHF', { currency: 'CHF' }],
    ['there is no IBAN', { details: GERMAN.slice(0, 2) }],
    [
      'the IBAN has a wrong digit',
      { details: GERMAN.with(2, { label: 'IBAN', value: 'DE88370400440532013000' }) },
    ],
    ['the holder is unknown', { details: GERMAN.toSpliced(1, 1) }],
    [
      'there are two accounts',
      { details: [...GERMAN, { label: 'CHF', value: 'CH9300762011623852957' }] },
    ],
    ['a Swiss account has no address and no BIC', { details: SWISS.slice(0, 2) }],
  ])('makes none if %s', (_reason, change) => {
    expect(paymentQrCode({ ...transfer, ...change })).toBeNull();
  });

  it('does not take the name of the bank for the holder', () => {
    const details = [{ label: 'Bank name', value: 'Hausbank' }, GERMAN[2]].flatMap(
      (line) => line ?? [],
    );
    expect(paymentQrCode({ ...transfer, details })).toBeNull();
  });
});
