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
  it('requires nothing, saves what is empty as null, and sends exactly its own columns', () => {
    expect(companySchema.parse(empty)).toEqual(
      Object.fromEntries(Object.keys(empty).map((column) => [column, null])),
    );
  });

  it('gives back what is stored', () => {
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
  ])('refuses in %s the text %s', (column, text) => {
    const result = companySchema.safeParse({ ...empty, [column]: text });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[column]]);
  });
});
