// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { localToday } from '../../../lib/date-of-birth.ts';
import { profileSchema } from './profile.schema.ts';

const empty = {
  full_name: '',
  phone_number: '',
  date_of_birth: '',
  street_address: '',
  city: '',
  postal_code: '',
  country: '',
};

describe('the profile form', () => {
  it('requires no field', () => {
    expect(profileSchema.safeParse(empty).success).toBe(true);
  });

  it('saves an empty date of birth and all other empty fields as null', () => {
    expect(profileSchema.parse(empty)).toEqual(
      Object.fromEntries(Object.keys(empty).map((column) => [column, null])),
    );
    expect(profileSchema.parse({ ...empty, city: '   ' }).city).toBeNull();
  });

  it('returns stored values unchanged, including the date of birth', () => {
    const stored = {
      full_name: 'Ada Lovelace',
      phone_number: '+44 20 7946 0000',
      date_of_birth: '1990-12-31',
      street_address: '1 Example Street',
      city: 'London',
      postal_code: 'W1',
      country: 'UK',
    };
    expect(profileSchema.parse(stored)).toEqual(stored);
  });

  it.each(['1899-12-31', '2023-02-29', '9999-01-01', '12/31/1990'])(
    'rejects %s as a date of birth',
    (dateOfBirth) => {
      const result = profileSchema.safeParse({ ...empty, date_of_birth: dateOfBirth });
      expect(result.error?.issues.map(({ message }) => message)).toEqual([
        'Enter a date between 1900 and today.',
      ]);
    },
  );

  it('accepts today as a date of birth', () => {
    const dateOfBirth = localToday();
    expect(dateOfBirth).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(profileSchema.safeParse({ ...empty, date_of_birth: dateOfBirth }).success).toBe(true);
  });

  it.each(['call me', '12', '4242424242424242'])('rejects %s as a phone number', (phoneNumber) => {
    const result = profileSchema.safeParse({ ...empty, phone_number: phoneNumber });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([['phone_number']]);
  });

  it.each(['full_name', 'street_address', 'city', 'postal_code'])(
    'shows at the field that %s contains a card number or a security code',
    (column) => {
      for (const text of ['4242 4242 4242 4242', 'Main Street, CVV 123']) {
        const result = profileSchema.safeParse({ ...empty, [column]: text });
        expect(result.error?.issues.map(({ path }) => path)).toEqual([[column]]);
        expect(result.error?.issues[0]?.message).toContain(column.replace('_', ' '));
      }
    },
  );
});
