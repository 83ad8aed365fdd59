import { m } from '../../../paraglide/messages.js';

const KIND_LABELS: Partial<Record<string, string>> = {
  card_order: m.records_kind_card_order(),
  mobile_recharge: m.records_kind_mobile_recharge(),
};

/** The kind of a record: "Card order". */
export function kindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? kind.replaceAll('_', ' ');
}

/** The grades of the checks. Grade 0 has no label. */
export const FLAG_LABELS: Partial<Record<string, string>> = {
  '1': m.records_flag_notice(),
  '2': m.records_flag_warning(),
  '3': m.records_flag_alarm(),
};
