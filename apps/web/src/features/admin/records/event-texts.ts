import { formatTimestamp } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/status-label.ts';
import { m } from '../../../paraglide/messages.js';
import type { RecordEvent } from './record-api.ts';

type Describe = (values: RecordEvent['values'], names: ReadonlyMap<string, string>) => string;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The mails about a record, by the kinds in `supabase/schemas/outbox.sql`. */
const MAIL_LABELS: Readonly<Partial<Record<string, string>>> = {
  received: m.record_mail_received(),
  needs_action: m.record_mail_needs_action(),
  approved: m.record_mail_approved(),
  rejected: m.record_mail_rejected(),
  corrected: m.record_mail_corrected(),
  card_delivered: m.record_mail_delivered(),
  top_up_delivered: m.record_mail_delivered(),
};

const isSent = (state: unknown): boolean => state === 'sent' || state === 'delivered';
const resultOf = (state: unknown): string =>
  isSent(state) ? m.record_result_sent() : m.record_result_failed();

/** Why a mail or a webhook was not sent, in the words of the server: "refused: 550". Null if it was sent. */
export function technicalReason({ kind, values }: RecordEvent): string | null {
  if ((kind !== 'mail' && kind !== 'webhook') || isSent(values.state)) return null;
  const { result, error, status_code: status } = values;
  const reason = [result, error, status].find((part) => part !== undefined && part !== null);
  return typeof reason === 'string' || typeof reason === 'number' ? String(reason) : null;
}

const EVENTS: Readonly<Partial<Record<string, Describe>>> = {
  submitted: () => m.record_event_submitted(),
  opened: () => m.record_event_opened(),
  assigned: ({ administrator_id: id }, names) =>
    typeof id === 'string'
      ? m.record_event_assigned({ name: names.get(id) ?? id })
      : m.record_event_unassigned(),
  held: ({ until }) => m.record_event_held({ time: formatTimestamp(text(until)) }),
  released: () => m.record_event_released(),
  noted: () => m.record_event_noted(),
  first_approved: () => m.record_event_first_approved(),
  decided: ({ status }) => m.record_event_decided({ status: statusLabel(text(status)) }),
  corrected: ({ from, status }) =>
    m.record_event_corrected({ before: statusLabel(text(from)), after: statusLabel(text(status)) }),
  asked: () => m.record_event_asked(),
  mail: ({ mail, state }) =>
    m.record_event_mail({ kind: MAIL_LABELS[text(mail)] ?? text(mail), result: resultOf(state) }),
  webhook: ({ state }) => m.record_event_webhook({ result: resultOf(state) }),
  delivered: () => m.record_event_delivered(),
  matched: () => m.record_event_matched(),
};

/** What happened, without the actor. An event of a newer backend is shown by its kind. */
export function describeEvent(
  { kind, values }: RecordEvent,
  names: ReadonlyMap<string, string>,
): string {
  return EVENTS[kind]?.(values, names) ?? kind.replaceAll('_', ' ');
}
