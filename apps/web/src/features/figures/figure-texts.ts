import { m } from '../../paraglide/messages.js';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import type { RangeChoice } from './day-range.ts';
import type { Dimension, Measure } from './sums.ts';

export const RANGE_LABELS: Readonly<Record<RangeChoice, string>> = {
  '1': m.figures_range_today(),
  '7': m.figures_range_days({ count: 7 }),
  '30': m.figures_range_days({ count: 30 }),
  '90': m.figures_range_days({ count: 90 }),
  custom: m.figures_range_custom(),
};

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  result: m.figures_by_result(),
  kind: m.figures_by_kind(),
  method: m.figures_by_method(),
};

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  count: m.figures_measure_count(),
  amount: m.figures_measure_amount(),
};

const KIND_LABELS: Partial<Record<string, string>> = {
  card_order: m.records_kind_card_order(),
  mobile_recharge: m.records_kind_mobile_recharge(),
};

const RESULT_LABELS: Partial<Record<string, string>> = {
  pending: m.figures_result_pending(),
  approved: m.figures_result_approved(),
  rejected: m.figures_result_rejected(),
  completed: m.figures_result_completed(),
};

const RESULT_COLORS: Partial<Record<string, number>> = {
  completed: 1,
  pending: 2,
  approved: 3,
  rejected: 4,
};

export function kindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? kind;
}

/** The name of a group: "Card order", "Approved", "Bank Transfer". */
export function groupLabel(dimension: Dimension, group: string): string {
  if (dimension === 'method') return paymentMethodLabel(group);
  return (dimension === 'kind' ? KIND_LABELS : RESULT_LABELS)[group] ?? group;
}

/** Results have fixed colors. */
export function groupColor(dimension: Dimension, group: string): { color?: number } {
  const color = dimension === 'result' ? RESULT_COLORS[group] : undefined;
  return color === undefined ? {} : { color };
}
