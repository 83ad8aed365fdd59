import { describe, expect, it } from 'vitest';
import { buildSwissQrPayload, type SwissQrBill } from './swiss-qr-bill.ts';

const BILL: SwissQrBill = {
  iban: 'CH93 0076 2011 6238 5295 7',
  creditor: {
    name: 'Beacon Pay AG',
    street: 'Bahnhofstrasse',
    buildingNumber: '1',
    postalCode: '8001',
    town: 'Zürich',
    country: 'CH',
  },
  amount: '1250',
  currency: 'CHF',
  message: 'BP-7K3F-92QD',
};
const { creditor } = BILL;

describe('buildSwissQrPayload', () => {
  it('writes the elements of the guidelines on one line each', () => {
    expect(buildSwissQrPayload(BILL)).toEqual({
      ok: true,
      payload: [
        ...['SPC', '0200', '1', 'CH9300762011623852957'],
        ...['S', 'Beacon Pay AG', 'Bahnhofstrasse', '1', '8001', 'Zürich', 'CH'],
        ...['', '', '', '', '', '', ''],
        ...['1250.00', 'CHF'],
        ...['', '', '', '', '', '', ''],
        ...['NON', '', 'BP-7K3F-92QD', 'EPD'],
      ].join('\n'),
    });
  });

  it('leaves out an amount and a street that are not given', () => {
    const { amount: _amount, ...open } = BILL;
    const { street: _street, buildingNumber: _number, ...short } = creditor;
    const built = buildSwissQrPayload({ ...open, creditor: short, currency: 'eur' });
    const lines = built.ok ? built.payload.split('\n') : [];
    expect(lines).toHaveLength(31);
    expect(lines.slice(6, 8)).toEqual(['', '']);
    expect(lines.slice(18, 20)).toEqual(['', 'EUR']);
  });

  it.each([
    [{ iban: 'CH9300762011623852958' }, 'iban-invalid'],
    [{ iban: 'DE89370400440532013000' }, 'iban-not-swiss'],
    [{ iban: 'CH4431999123000889012' }, 'iban-needs-qr-reference'],
    [{ creditor: { ...creditor, name: '' } }, 'name-missing'],
    [{ creditor: { ...creditor, postalCode: '' } }, 'postal-code-missing'],
    [{ creditor: { ...creditor, town: ' ' } }, 'town-missing'],
    [{ creditor: { ...creditor, country: 'Schweiz' } }, 'country-invalid'],
    [{ creditor: { ...creditor, buildingNumber: '1'.repeat(17) } }, 'element-too-long'],
    [{ creditor: { ...creditor, name: 'Бикон' } }, 'character-not-permitted'],
    [{ amount: '0' }, 'amount-invalid'],
    [{ currency: 'USD' }, 'currency-not-supported'],
    [{ message: 'm'.repeat(141) }, 'message-too-long'],
  ] as const)('refuses %j with %s', (change, error) => {
    expect(buildSwissQrPayload({ ...BILL, ...change })).toEqual({ ok: false, errors: [error] });
  });

  it('accepts accounts of Liechtenstein', () => {
    expect(buildSwissQrPayload({ ...BILL, iban: 'LI21 0881 0000 2324 013A A' }).ok).toBe(true);
  });
});
