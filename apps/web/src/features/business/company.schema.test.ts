// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  companySchema,
  toCompanyChanges,
  toCompanyValues,
  type CompanyChanges,
} from './company.schema.ts';

const nothing: CompanyChanges = {
  full_name: null,
  company_name: null,
  company_registration_number: null,
  company_address: null,
  company_phone: null,
  company_website: null,
  avatar_url: null,
};

describe('the company form', () => {
  it('requires nothing and saves what is empty as null', () => {
    expect(companySchema.safeParse(toCompanyValues(nothing)).success).toBe(true);
    expect(toCompanyChanges(toCompanyValues(nothing))).toEqual(nothing);
  });

  it('sends exactly the columns of the business form', () => {
    expect(Object.keys(toCompanyChanges(toCompanyValues(nothing))).sort()).toEqual(
      Object.keys(nothing).sort(),
    );
  });

  it('gives back what is stored', () => {
    const stored: CompanyChanges = {
      full_name: 'Ada Lovelace',
      company_name: 'Analytical Engines',
      company_registration_number: 'AE-1842',
      company_address: '1 Example Street, London',
      company_phone: '+44 20 7946 0000',
      company_website: 'engines.example',
      avatar_url: 'https://engines.example/logo.png',
    };
    expect(companySchema.safeParse(toCompanyValues(stored)).success).toBe(true);
    expect(toCompanyChanges(toCompanyValues(stored))).toEqual(stored);
  });

  it.each([
    ['website', 'javascript:alert(1)'],
    ['avatarUrl', 'javascript:alert(1)'],
    ['avatarUrl', 'logo.png'],
    ['avatarUrl', 'http://engines.example/logo.png'],
  ])('refuses in %s the text %s', (field, text) => {
    const result = companySchema.safeParse({ ...toCompanyValues(nothing), [field]: text });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
