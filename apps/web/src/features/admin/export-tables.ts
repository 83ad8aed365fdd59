import {
  ACCOUNT_TYPE_LABELS,
  describeTransactionReference,
  isAccountType,
  paymentMethodLabel,
} from '@beaconpay/domain';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { csvTime, readersZone } from '../../lib/csv-time.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';
import { everyAccount, type Account, type AccountSearch } from './api.ts';
import { everyPendingRecord } from './pending-api.ts';
import type { PendingRecord } from './pending-record.ts';

/** The accounts that match the search and the role on screen, with times in the browser's zone. */
export function accountsTable(filter: Omit<AccountSearch, 'page'>): CsvSource<Account> {
  const zone = readersZone();
  return {
    pages: () => everyAccount(filter),
    columns: [
      { header: 'ID', value: ({ id }) => id },
      { header: 'Full name', value: ({ full_name }) => full_name },
      { header: 'Email', value: ({ email }) => email },
      {
        header: 'Account type',
        value: ({ account_type: type }) => (isAccountType(type) ? ACCOUNT_TYPE_LABELS[type] : type),
      },
      { header: `Joined (${zone})`, value: ({ created_at }) => csvTime(created_at, zone) },
      { header: `Last updated (${zone})`, value: ({ updated_at }) => csvTime(updated_at, zone) },
    ],
  };
}

/** The ordered product as columns. They are the same for all records of a kind. */
const CONTENTS: Readonly<Record<RecordKind, readonly string[]>> = {
  card_order: ['Card tier', 'Card name'],
  mobile_recharge: ['Operator', 'Phone number', 'Type'],
};

/** All records that await a review, with times in the browser's zone. */
export function pendingTable(kind: RecordKind): CsvSource<PendingRecord> {
  const zone = readersZone();
  return {
    pages: () => everyPendingRecord(kind),
    columns: [
      { header: 'ID', value: ({ id }) => id },
      { header: 'User', value: ({ customerName }) => customerName },
      { header: 'Email', value: ({ customerEmail }) => customerEmail },
      ...CONTENTS[kind].map((header) => ({
        header,
        value: ({ contents }: PendingRecord) =>
          contents.find(({ label }) => label === header)?.value ?? null,
      })),
      { header: 'Amount', value: ({ amount }) => amount },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Method', value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod) },
      { header: 'Reference', value: ({ reference }) => describeTransactionReference(reference) },
      { header: `Submitted (${zone})`, value: ({ submittedAt }) => csvTime(submittedAt, zone) },
    ],
  };
}
