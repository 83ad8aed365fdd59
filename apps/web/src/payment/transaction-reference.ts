import { decodeCardReference } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

/** A transaction reference for display: "Visa ending 4242, expires 12/2030, Ada Lovelace". */
export function describeTransactionReference(reference: string): string {
  const card = decodeCardReference(reference);
  if (card === null) return reference;
  return m.payment_card_reference({
    brand: card.brand.charAt(0).toUpperCase() + card.brand.slice(1),
    digits: card.last4,
    expiry: card.expiry,
    holder: card.cardHolder,
  });
}
