import { DEFAULT_CARD_NAME } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

/** The name of a card for display. A card without a name has the default one, which is stored in English. */
export function cardNameLabel(stored: string): string {
  return stored === '' || stored === DEFAULT_CARD_NAME ? m.payment_default_card_name() : stored;
}
