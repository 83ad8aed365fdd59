import type { ColumnRole } from '@beaconpay/statements';
import { m } from '../../paraglide/messages.js';

export const ROLE_LABELS: Readonly<Record<ColumnRole, string>> = {
  bookingDate: m.statements_booking_date(),
  valueDate: m.statements_value_date(),
  amount: m.common_amount(),
  debit: m.statements_debit(),
  credit: m.statements_credit(),
  sign: m.statements_sign(),
  currency: m.common_currency(),
  text: m.statements_text(),
  endToEndId: m.statements_end_to_end_id(),
  bankReference: m.statements_bank_reference(),
  counterpartyName: m.statements_counterparty(),
  counterpartyAccount: m.statements_counterparty_account(),
  account: m.statements_own_account(),
  charges: m.statements_charges(),
  status: m.statements_status(),
};

/** Fields of other formats are shown with their own name. */
export function roleLabel(field: string): string {
  return (ROLE_LABELS as Readonly<Record<string, string>>)[field] ?? field;
}
