import type { Json, Tables } from '@beaconpay/database';
import { DEFAULT_CARD_NAME, findCardTier, RECHARGE_TYPES } from '@beaconpay/domain';

/** A label and a value about the product: "Card tier", "Premium". */
export interface RecordContent {
  label: string;
  value: string;
}

export function orderContents({
  card_details: details,
}: Pick<Tables<'orders'>, 'card_details'>): RecordContent[] {
  const tier = textIn(details, 'tier');
  return [
    { label: 'Card tier', value: findCardTier(tier)?.name ?? tier },
    { label: 'Card name', value: textIn(details, 'cardName') || DEFAULT_CARD_NAME },
  ];
}

export function rechargeContents(
  row: Pick<Tables<'recharges'>, 'operator' | 'phone_number' | 'recharge_details'>,
): RecordContent[] {
  const type = textIn(row.recharge_details, 'type');
  return [
    { label: 'Operator', value: row.operator },
    { label: 'Phone number', value: row.phone_number },
    { label: 'Type', value: RECHARGE_TYPES.find(({ id }) => id === type)?.label ?? type },
  ];
}

/** A text of a JSON object by its name. Empty if it is missing. */
function textIn(details: Json, name: string): string {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return '';
  const value = details[name];
  return typeof value === 'string' ? value : '';
}
