import { EARLIEST_DATE_OF_BIRTH, isDateOfBirth } from '@beaconpay/domain';
import { z } from './zod.ts';

export const DATE_OF_BIRTH_MESSAGE = `Enter a date between ${EARLIEST_DATE_OF_BIRTH.slice(0, 4)} and today.`;

/** A date of birth, YYYY-MM-DD; null when it is left empty. */
export const optionalDateOfBirth = z.pipe(
  z
    .string()
    .check(
      z.refine((date) => date === '' || isDateOfBirth(date, localToday()), DATE_OF_BIRTH_MESSAGE),
    ),
  z.transform((date): string | null => date || null),
);

/** Today in the reader's zone, as YYYY-MM-DD. */
export function localToday(): string {
  const now = new Date();
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
