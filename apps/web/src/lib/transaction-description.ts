import {
  cardOrderDescription,
  CARD_TIERS,
  OPERATORS,
  rechargeDescription,
} from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

/** The database stores these descriptions in English. */
const DESCRIPTIONS = new Map([
  ...CARD_TIERS.map(
    (tier) =>
      [cardOrderDescription(tier), m.history_card_order_of_tier({ tier: tier.name })] as const,
  ),
  ...OPERATORS.map(
    (operator) =>
      [
        rechargeDescription(operator),
        m.history_recharge_of_operator({ operator: operator.name }),
      ] as const,
  ),
]);

/** The description of a transaction in the language of the page. Other descriptions are shown as stored. */
export function transactionDescription(stored: string): string {
  return DESCRIPTIONS.get(stored) ?? stored;
}
