import { isAccountType } from '@beaconpay/domain';
import { ACCOUNT_TYPE_LABELS } from '../../lib/account-type-labels.ts';
import { countryLabel } from '../../lib/country-label.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { AuditEntry } from './account-audit-api.ts';

const ACTIONS: Partial<Record<string, string>> = {
  lock: m.account_admin_did_lock(),
  unlock: m.account_admin_did_unlock(),
  sign_out: m.account_admin_did_sign_out(),
  resend_confirmation: m.account_admin_did_resend_confirmation(),
  send_recovery: m.account_admin_did_send_recovery(),
  delete: m.account_admin_did_delete(),
  export: m.account_admin_did_export(),
  request_make: m.account_admin_did_request_make(),
  confirm_make: m.account_admin_did_confirm_make(),
  withdraw_make: m.account_admin_did_withdraw_make(),
  request_unmake: m.account_admin_did_request_unmake(),
  confirm_unmake: m.account_admin_did_confirm_unmake(),
  withdraw_unmake: m.account_admin_did_withdraw_unmake(),
};

const TABLES: Partial<Record<string, string>> = {
  profiles: m.account_admin_changed_profile(),
  'auth.users': m.account_admin_changed_login(),
  users: m.account_admin_changed_login(),
  audit_log: m.account_admin_erased(),
};

/** What happened: "Account locked", "Profile changed". A change of a newer backend is shown by its table. */
export function describeEntry({ table, after }: AuditEntry): string {
  const action = after.account_action;
  if (typeof action === 'string') return ACTIONS[action] ?? action.replaceAll('_', ' ');
  return TABLES[table] ?? table.replaceAll('_', ' ');
}

const FIELDS: Partial<Record<string, string>> = {
  full_name: m.common_full_name(),
  account_type: m.common_account_type(),
  phone_number: m.common_phone_number(),
  phone: m.common_phone(),
  date_of_birth: m.common_date_of_birth(),
  street_address: m.common_street_address(),
  city: m.common_city(),
  postal_code: m.common_postal_code(),
  country: m.common_country(),
  avatar_url: m.account_picture(),
  company_name: m.account_company_name(),
  company_registration_number: m.account_registration_number(),
  company_address: m.account_company_address(),
  company_phone: m.account_company_phone(),
  company_website: m.account_website(),
  email: m.common_email(),
  password: m.common_password(),
  banned_until: m.account_admin_locked_until(),
};

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** The columns that a change wrote, with their values before and after. */
export function changedFields({ table, before, after }: AuditEntry): ChangedField[] {
  if ('account_action' in after || !(table in TABLES) || table === 'audit_log') return [];
  return (
    Object.keys(after)
      .map((column) => ({
        name: FIELDS[column] ?? column.replaceAll('_', ' '),
        before: valueText(column, before[column]),
        after: valueText(column, after[column]),
      }))
      // The values of a deleted account are erased.
      .filter((field) => field.before !== field.after)
  );
}

function valueText(column: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') return '–';
  if (column === 'account_type' && isAccountType(value)) return ACCOUNT_TYPE_LABELS[value];
  if (column === 'country') return countryLabel(value);
  if (column === 'banned_until') return formatTimestamp(value);
  // The log has only that an email address, a phone number or a password changed.
  return value === 'changed' ? m.account_admin_value_changed() : value;
}

/** Why an administrator acted. */
export function reasonOf({ after }: AuditEntry): string | null {
  return typeof after.reason === 'string' ? after.reason : null;
}
