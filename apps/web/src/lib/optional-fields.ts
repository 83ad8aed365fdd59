import {
  cardSecretMessage,
  containsCardSecret,
  isDateOfBirth,
  isPhoneNumber,
} from '@beaconpay/domain';
import { DATE_OF_BIRTH_MESSAGE, localToday } from './date-of-birth.ts';
import { z } from './zod.ts';

/** A text one may leave empty: trimmed, and null where nothing is left of it. */
export const optionalText = z.pipe(
  z.string(),
  z.transform((text): string | null => text.trim() || null),
);

/**
 * The database keeps no card number or security code in any text. What it would refuse is told at
 * the field, before it is sent.
 * @param label what the field is called within a sentence
 */
export function withoutCardSecret(label: string) {
  return z.refine(
    (text) => typeof text !== 'string' || !containsCardSecret(text),
    cardSecretMessage(label),
  );
}

/** A phone number one may leave empty: trimmed, and null where nothing is left of it. */
export const optionalPhoneNumber = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isPhoneNumber(text), 'Please enter a valid phone number.'),
  ),
  z.transform((text): string | null => text || null),
);

/** A date of birth, YYYY-MM-DD; null when it is left empty. */
export const optionalDateOfBirth = z.pipe(
  z
    .string()
    .check(
      z.refine((date) => date === '' || isDateOfBirth(date, localToday()), DATE_OF_BIRTH_MESSAGE),
    ),
  z.transform((date): string | null => date || null),
);
