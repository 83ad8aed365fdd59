import { isPhoneNumber } from '@beaconpay/domain';
import { z } from './zod.ts';

/** A phone number one may leave empty: trimmed, and null where nothing is left of it. */
export const optionalPhoneNumber = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isPhoneNumber(text), 'Please enter a valid phone number.'),
  ),
  z.transform((text): string | null => text || null),
);
