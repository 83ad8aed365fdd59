import { formatTimestamp } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/status-label.ts';
import { m } from '../../../paraglide/messages.js';
import type { RecordEvent } from './record-api.ts';

type Describe = (values: RecordEvent['values'], names: ReadonlyMap<string, string>) => string;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

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
  mail: ({ mail, state, result }) =>
    m.record_event_mail({
      kind: text(mail).replaceAll('_', ' '),
      result: text(result) || text(state),
    }),
  webhook: ({ state, error }) => m.record_event_webhook({ result: text(error) || text(state) }),
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
