// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  localToday,
  profileSchema,
  toProfileChanges,
  toProfileValues,
  type ProfileChanges,
} from './profile.schema.ts';

const nothing: ProfileChanges = {
  full_name: null,
  phone_number: null,
  date_of_birth: null,
  street_address: null,
  city: null,
  postal_code: null,
  country: null,
};

describe('the profile form', () => {
  it('requires nothing', () => {
    expect(profileSchema.safeParse(toProfileValues(nothing)).success).toBe(true);
  });

  it('saves an empty date of birth, and whatever else is empty, as null', () => {
    expect(toProfileChanges(toProfileValues(nothing))).toEqual(nothing);
    expect(toProfileChanges({ ...toProfileValues(nothing), city: '   ' }).city).toBeNull();
  });

  it('gives back what is stored, the date of birth to the letter', () => {
    const stored: ProfileChanges = {
      full_name: 'Ada Lovelace',
      phone_number: '+44 20 7946 0000',
      date_of_birth: '1990-12-31',
      street_address: '1 Example Street',
      city: 'London',
      postal_code: 'W1',
      country: 'UK',
    };
    expect(toProfileChanges(toProfileValues(stored))).toEqual(stored);
  });

  it.each(['1899-12-31', '2023-02-29', '9999-01-01', '12/31/1990'])(
    'refuses %s as a date of birth',
    (dateOfBirth) => {
      const result = profileSchema.safeParse({ ...toProfileValues(nothing), dateOfBirth });
      expect(result.error?.issues.map(({ message }) => message)).toEqual([
        'Enter a date between 1900 and today.',
      ]);
    },
  );

  it('takes today as a date of birth', () => {
    const dateOfBirth = localToday();
    expect(dateOfBirth).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(profileSchema.safeParse({ ...toProfileValues(nothing), dateOfBirth }).success).toBe(
      true,
    );
  });
});
