import { isDateOfBirth } from '@beaconpay/domain';
import { DATE_OF_BIRTH_MESSAGE, localToday } from './date-of-birth.ts';
import { z } from './zod.ts';

/** A date of birth, YYYY-MM-DD; null when it is left empty. */
export const optionalDateOfBirth = z.pipe(
  z
    .string()
    .check(
      z.refine((date) => date === '' || isDateOfBirth(date, localToday()), DATE_OF_BIRTH_MESSAGE),
    ),
  z.transform((date): string | null => date || null),
);
