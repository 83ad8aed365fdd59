import { decodeCardReference } from './card-reference.ts';

const SHOWN_SIGNS = 4;

/**
 * A masked transaction reference for a printed receipt. The owner can recognize the payment
 * ("Visa •••• 4242", "•••• 6-77"), but another reader cannot use the reference.
 */
export function maskTransactionReference(reference: string): string {
  const card = decodeCardReference(reference);
  if (card !== null) {
    return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`;
  }
  const signs = Array.from(reference.trim());
  const shown = Math.min(SHOWN_SIGNS, Math.floor(signs.length / 2));
  return `•••• ${signs.slice(signs.length - shown).join('')}`.trimEnd();
}
