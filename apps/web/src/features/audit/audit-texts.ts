import { m } from '../../paraglide/messages.js';
import type { AuditEntry } from './api.ts';
import type { ACTIONS, AUDITED_TABLES } from './audit-filter.ts';

export const TABLE_LABELS: Readonly<Record<(typeof AUDITED_TABLES)[number], string>> = {
  orders: m.audit_table_orders(),
  recharges: m.audit_table_recharges(),
  deliveries: m.audit_table_deliveries(),
  profiles: m.audit_table_profiles(),
  'auth.users': m.audit_table_accounts(),
  'auth.sessions': m.audit_table_sessions(),
  account_deletion_requests: m.audit_table_deletion_requests(),
  mail_preferences: m.audit_table_mail_preferences(),
  payment_method_settings: m.audit_table_payment_methods(),
  back_office_settings: m.audit_table_back_office_settings(),
  decision_reasons: m.audit_table_decision_reasons(),
  security_settings: m.audit_table_security_settings(),
  support_contact: m.audit_table_support_contact(),
  audit_log: m.audit_table_audit_log(),
};

export const ACTION_LABELS: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  insert: m.audit_action_insert(),
  update: m.audit_action_update(),
  delete: m.audit_action_delete(),
  erase: m.audit_action_erase(),
};

/** What was changed: "Card order". A table without a label shows its name. */
export function tableLabel(table: string): string {
  return (TABLE_LABELS as Partial<Record<string, string>>)[table] ?? table;
}

export function actionLabel(action: string): string {
  return (ACTION_LABELS as Partial<Record<string, string>>)[action] ?? action;
}

/** Who made the change: an email address, or the system. */
export function actorLabel({ actorEmail, actorId }: AuditEntry): string {
  return actorEmail ?? actorId ?? m.audit_system();
}

/** The page about what was changed. Null if there is none. */
export function subjectPath({ table, recordId }: AuditEntry): string | null {
  if (recordId === null) return null;
  if (['orders', 'recharges', 'deliveries'].includes(table)) return `/admin/records/${recordId}`;
  if (['profiles', 'auth.users', 'account_deletion_requests'].includes(table)) {
    return `/admin/users/${recordId}`;
  }
  return null;
}

export interface FieldChange {
  field: string;
  /** Null if the field had no value, or the row is new. */
  before: string | null;
  after: string | null;
}

/** The fields that have another value after the change: the status, then the others in alphabetical order. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const named = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const fields = named.toSorted((one, other) => rankOf(one) - rankOf(other));
  return fields
    .map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) }))
    .filter((change) => change.before !== change.after);
}

const rankOf = (field: string) => (field === 'status' ? 0 : 1);

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** All changes in one text, for a cell of a table: "status: pending → approved". */
export function changesText(entry: AuditEntry): string {
  return changesOf(entry)
    .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join('; ');
}
