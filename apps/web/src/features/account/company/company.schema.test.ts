// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { companySchema } from './company.schema.ts';

const empty = {
  full_name: '',
  company_name: '',
  company_registration_number: '',
  company_address: '',
  company_phone: '',
  company_website: '',
  avatar_url: '',
};

describe('the company form', () => {
  it('requires no field, saves empty fields as null, and sends only its columns', () => {
    expect(companySchema.parse(empty)).toEqual(
      Object.fromEntries(Object.keys(empty).map((column) => [column, null])),
    );
  });

  it('returns stored values unchanged', () => {
    const stored = {
      full_name: 'Ada Lovelace',
      company_name: 'Analytical Engines',
      company_registration_number: 'AE-1842',
      company_address: '1 Example Street, London',
      company_phone: '+44 20 7946 0000',
      company_website: 'engines.example',
      avatar_url: 'https://engines.example/logo.png',
    };
    expect(companySchema.parse(stored)).toEqual(stored);
  });

  it.each([
    ['company_website', 'javascript:alert(1)'],
    ['avatar_url', 'javascript:alert(1)'],
    ['avatar_url', 'logo.png'],
    ['avatar_url', 'http://engines.example/logo.png'],
    ['company_phone', 'ask at the door'],
  ])('rejects the field %s with the text %s', (column, text) => {
    const result = companySchema.safeParse({ ...empty, [column]: text });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[column]]);
  });

  it.each([
    ['full_name', '4242 4242 4242 4242'],
    ['company_name', 'Acme 4242424242424242'],
    ['company_registration_number', '4242-4242-4242-4242'],
    ['company_address', '1 Example Street, CVV 123'],
    ['company_website', 'https://acme.example/4242424242424242'],
    ['avatar_url', 'https://acme.example/4242424242424242.png'],
  ])('shows at the field %s that %s contains a card number or a security code', (column, text) => {
    const result = companySchema.safeParse({ ...empty, [column]: text });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[column]]);
    expect(result.error?.issues[0]?.message).toContain('never store');
  });
});
