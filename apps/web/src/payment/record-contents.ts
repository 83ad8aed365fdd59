import type { Json, Tables } from '@beaconpay/database';
import { findCardTier } from '@beaconpay/domain';
import { cardNameLabel } from './card-name.ts';
import { RECHARGE_TYPE_LABELS } from './recharge-type-labels.ts';
import { m } from '../paraglide/messages.js';

const typeLabels: Partial<Record<string, string>> = RECHARGE_TYPE_LABELS;

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
    { label: m.common_card_tier(), value: findCardTier(tier)?.name ?? tier },
    { label: m.common_card_name(), value: cardNameLabel(textIn(details, 'cardName')) },
  ];
}

export function rechargeContents(
  row: Pick<Tables<'recharges'>, 'operator' | 'phone_number' | 'recharge_details'>,
): RecordContent[] {
  const type = textIn(row.recharge_details, 'type');
  return [
    { label: m.payment_operator(), value: row.operator },
    { label: m.common_phone_number(), value: row.phone_number },
    { label: m.payment_type(), value: typeLabels[type] ?? type },
  ];
}

/** A text of a JSON object by its name. Empty if it is missing. */
function textIn(details: Json, name: string): string {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return '';
  const value = details[name];
  return typeof value === 'string' ? value : '';
}
