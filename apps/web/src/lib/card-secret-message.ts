import { m } from '../paraglide/messages.js';

/**
 * The message for a text with a card number or a security code.
 *
 * @param label the name of the field within a sentence
 */
export function cardSecretMessage(label: string): string {
  return m.error_we_never_store_card_numbers({
    advice: m.error_please_remove_them_from_field({ field: label }),
  });
}

/** The same for a transaction reference: a bank may issue one that looks like a card number. */
export const referenceSecretMessage = m.error_we_never_store_card_numbers({
  advice: m.error_please_remove_card_number_if_this_is(),
});
