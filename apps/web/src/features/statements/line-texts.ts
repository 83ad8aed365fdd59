import { m } from '../../paraglide/messages.js';

export const LINE_STATES = ['matched', 'proposed', 'case', 'ignored'] as const;
export const LINE_SOURCES = ['statement', 'binance_pay', 'agent', 'api'] as const;

const STATE_LABELS: Readonly<Record<string, string>> = {
  matched: m.statements_matched(),
  proposed: m.statements_proposed(),
  case: m.statements_case(),
  ignored: m.statements_ignored(),
};

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  statement: m.statements_source_statement(),
  binance_pay: m.statements_source_binance_pay(),
  agent: m.statements_source_agent(),
  api: m.statements_source_api(),
};

const CASE_REASONS: Readonly<Record<string, string>> = {
  unknown: m.statements_reason_unknown(),
  under: m.statements_reason_under(),
  over: m.statements_reason_over(),
  several_records: m.statements_reason_several_records(),
  duplicate: m.statements_reason_duplicate(),
  late: m.statements_reason_late(),
  wrong_character: m.statements_reason_wrong_character(),
  other_currency: m.statements_reason_other_currency(),
  reversal: m.statements_reason_reversal(),
  future_date: m.statements_reason_future_date(),
  undone: m.statements_reason_undone(),
  outgoing: m.statements_reason_outgoing(),
};

/** A value of a newer backend is shown as it is. */
const labelIn = (labels: Readonly<Record<string, string>>) => (value: string) =>
  labels[value] ?? value.replaceAll('_', ' ');

export const stateLabel = labelIn(STATE_LABELS);
export const sourceLabel = labelIn(SOURCE_LABELS);
export const caseReasonLabel = labelIn(CASE_REASONS);

export const STATE_BADGES = {
  matched: 'success',
  proposed: 'accent',
  case: 'warning',
  ignored: 'neutral',
} as const;

export function stateBadge(state: string) {
  return state in STATE_BADGES ? STATE_BADGES[state as keyof typeof STATE_BADGES] : 'neutral';
}
