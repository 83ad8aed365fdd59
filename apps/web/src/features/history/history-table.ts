import { isIncomingTransaction } from '@beaconpay/domain';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { csvTime, readersZone } from '../../lib/csv-time.ts';
import { everyTransaction, type Transaction } from './api.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { transactionTypeLabel } from '../../lib/transaction-type-label.ts';
import { m } from '../../paraglide/messages.js';

/** The whole history as a table to download, with times in the browser's zone. */
export function historyTable(userId: string): CsvSource<Transaction> {
  const zone = readersZone();
  return {
    pages: () => everyTransaction(userId),
    columns: [
      {
        header: m.history_time_zone({ zone }),
        value: ({ created_at }) => csvTime(created_at, zone),
      },
      { header: m.history_type(), value: ({ type }) => transactionTypeLabel(type) },
      { header: m.common_description(), value: ({ description }) => description },
      {
        header: m.common_amount(),
        value: ({ type, amount }) => (isIncomingTransaction(type) ? amount : -amount),
      },
      { header: m.common_currency(), value: ({ currency }) => currency },
      { header: m.history_status(), value: ({ status }) => statusLabel(status) },
      { header: m.history_reference_id(), value: ({ related_order_id }) => related_order_id },
    ],
  };
}
