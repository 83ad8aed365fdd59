import { isIncomingTransaction, statusLabel, transactionTypeLabel } from '@beaconpay/domain';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { csvTime, readersZone } from '../../lib/csv-time.ts';
import { everyTransaction, type Transaction } from './api.ts';

/** The whole history as a table to download, with times in the browser's zone. */
export function historyTable(userId: string): CsvSource<Transaction> {
  const zone = readersZone();
  return {
    pages: () => everyTransaction(userId),
    columns: [
      { header: `Time (${zone})`, value: ({ created_at }) => csvTime(created_at, zone) },
      { header: 'Type', value: ({ type }) => transactionTypeLabel(type) },
      { header: 'Description', value: ({ description }) => description },
      {
        header: 'Amount',
        value: ({ type, amount }) => (isIncomingTransaction(type) ? amount : -amount),
      },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Status', value: ({ status }) => statusLabel(status) },
      { header: 'Reference ID', value: ({ related_order_id }) => related_order_id },
    ],
  };
}
