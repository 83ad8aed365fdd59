import { describe, expect, it } from 'vitest';
import { buildSepaQrPayload, type SepaQrCode } from './sepa-qr-code.ts';

const TRANSFER: SepaQrCode = {
  name: 'Beacon Pay GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  amount: '12.5',
  remittance: 'BP-7K3F-92QD',
};

describe('buildSepaQrPayload', () => {
  it('writes the elements of EPC069-12 on one line each', () => {
    expect(buildSepaQrPayload(TRANSFER)).toEqual({
      ok: true,
      payload: [
        ...['BCD', '002', '1', 'SCT', '', 'Beacon Pay GmbH', 'DE89370400440532013000', 'EUR12.50'],
        ...['', '', 'BP-7K3F-92QD'],
      ].join('\n'),
    });
  });

  it('writes the BIC and keeps line breaks out of the elements', () => {
    const built = buildSepaQrPayload({
      ...TRANSFER,
      bic: 'cobadeffxxx',
      name: ' Beacon\nPay ',
      remittance: 'BP-7K3F-92QD\r\nthanks',
    });
    expect(built.ok && built.payload.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Beacon Pay', 'DE89370400440532013000'],
      ...['EUR12.50', '', '', 'BP-7K3F-92QD thanks'],
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name-missing'],
    [{ name: 'n'.repeat(71) }, 'name-too-long'],
    [{ iban: 'DE88370400440532013000' }, 'iban-invalid'],
    [{ iban: '' }, 'iban-invalid'],
    [{ iban: 'TR330006100519786457841326' }, 'iban-outside-sepa'],
    [{ iban: 'GB82 WEST 1234 5698 7654 32' }, 'bic-missing'],
    [{ bic: 'COBADEF' }, 'bic-invalid'],
    [{ amount: '0' }, 'amount-invalid'],
    [{ amount: '-1' }, 'amount-invalid'],
    [{ amount: '0.001' }, 'amount-invalid'],
    [{ amount: '1000000000' }, 'amount-invalid'],
    [{ amount: '12,50' }, 'amount-invalid'],
    [{ remittance: 'r'.repeat(141) }, 'remittance-too-long'],
    [{ name: 'ä'.repeat(70), remittance: '€'.repeat(140) }, 'payload-too-long'],
  ] as const)('refuses %j with %s', (change, error) => {
    expect(buildSepaQrPayload({ ...TRANSFER, ...change })).toEqual({ ok: false, errors: [error] });
  });

  it('accepts a British account with its BIC', () => {
    const iban = 'GB82WEST12345698765432';
    expect(buildSepaQrPayload({ ...TRANSFER, iban, bic: 'WESTGB22' }).ok).toBe(true);
  });

  it('reports all errors at once', () => {
    expect(buildSepaQrPayload({ ...TRANSFER, name: '', amount: 'x' })).toEqual({
      ok: false,
      errors: ['name-missing', 'amount-invalid'],
    });
  });
});
