import { isAccountType } from '@beaconpay/domain';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { csvTime, readersZone } from '../../lib/csv-time.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';
import { everyAccount, type Account, type AccountSearch } from './api.ts';
import { everyPendingRecord } from './pending-api.ts';
import type { PendingRecord } from './pending-record.ts';
import { ACCOUNT_TYPE_LABELS } from '../../lib/account-type-labels.ts';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

/** The accounts that match the search and the role on screen, with times in the browser's zone. */
export function accountsTable(filter: Omit<AccountSearch, 'page'>): CsvSource<Account> {
  const zone = readersZone();
  return {
    pages: () => everyAccount(filter),
    columns: [
      { header: m.admin_id(), value: ({ id }) => id },
      { header: m.common_full_name(), value: ({ full_name }) => full_name },
      { header: m.common_email(), value: ({ email }) => email },
      {
        header: m.common_account_type(),
        value: ({ account_type: type }) => (isAccountType(type) ? ACCOUNT_TYPE_LABELS[type] : type),
      },
      {
        header: m.admin_joined_zone({ zone }),
        value: ({ created_at }) => csvTime(created_at, zone),
      },
      {
        header: m.admin_last_updated_zone({ zone }),
        value: ({ updated_at }) => csvTime(updated_at, zone),
      },
    ],
  };
}

/** The ordered product as columns. They are the same for all records of a kind. */
const CONTENTS: Readonly<Record<RecordKind, readonly string[]>> = {
  card_order: [m.common_card_tier(), m.common_card_name()],
  mobile_recharge: [m.payment_operator(), m.common_phone_number(), m.payment_type()],
};

/** All records that await a review, with times in the browser's zone. */
export function pendingTable(kind: RecordKind): CsvSource<PendingRecord> {
  const zone = readersZone();
  return {
    pages: () => everyPendingRecord(kind),
    columns: [
      { header: m.admin_id(), value: ({ id }) => id },
      { header: m.admin_user(), value: ({ customerName }) => customerName },
      { header: m.common_email(), value: ({ customerEmail }) => customerEmail },
      ...CONTENTS[kind].map((header) => ({
        header,
        value: ({ contents }: PendingRecord) =>
          contents.find(({ label }) => label === header)?.value ?? null,
      })),
      { header: m.common_amount(), value: ({ amount }) => amount },
      { header: m.common_currency(), value: ({ currency }) => currency },
      { header: m.admin_method(), value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod) },
      {
        header: m.admin_reference(),
        value: ({ reference }) => describeTransactionReference(reference),
      },
      {
        header: m.admin_submitted_zone({ zone }),
        value: ({ submittedAt }) => csvTime(submittedAt, zone),
      },
    ],
  };
}
