import { containsCardSecret, isDateOfBirth, isPhoneNumber } from '@beaconpay/domain';
import { DATE_OF_BIRTH_MESSAGE, localToday } from './date-of-birth.ts';
import { z } from './zod.ts';
import { cardSecretMessage } from './card-secret-message.ts';
import { m } from '../paraglide/messages.js';

/** An optional text. It is trimmed, and an empty text becomes null. */
export const optionalText = z.pipe(
  z.string(),
  z.transform((text): string | null => text.trim() || null),
);

/**
 * The database stores no card number or security code in any text. This rule reports one at the field.
 *
 * @param label the name of the field within a sentence
 */
export function withoutCardSecret(label: string) {
  return z.refine(
    (text) => typeof text !== 'string' || !containsCardSecret(text),
    cardSecretMessage(label),
  );
}

/** An optional phone number. It is trimmed, and an empty text becomes null. */
export const optionalPhoneNumber = z.pipe(
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isPhoneNumber(text),
      m.common_please_enter_valid_phone_number(),
    ),
  ),
  z.transform((text): string | null => text || null),
);

/** An optional date of birth, YYYY-MM-DD. An empty text becomes null. */
export const optionalDateOfBirth = z.pipe(
  z
    .string()
    .check(
      z.refine((date) => date === '' || isDateOfBirth(date, localToday()), DATE_OF_BIRTH_MESSAGE),
    ),
  z.transform((date): string | null => date || null),
);
