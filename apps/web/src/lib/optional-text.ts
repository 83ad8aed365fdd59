import { cardSecretMessage, containsCardSecret } from '@beaconpay/domain';
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
