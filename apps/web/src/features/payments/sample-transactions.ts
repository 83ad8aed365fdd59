import type { TransactionType } from '@beaconpay/domain';

export interface SampleTransaction {
  id: string;
  name: string;
  type: TransactionType;
  /** A decimal text, without a sign. */
  amount: string;
  currency: string;
  /** YYYY-MM-DD */
  date: string;
}

/** Invented transactions, as examples. */
export const sampleTransactions: readonly SampleTransaction[] = [
  {
    id: 'sample-1',
    name: 'Noor Castellanos',
    type: 'payment_sent',
    amount: '120.00',
    currency: 'USD',
    date: '2026-09-28',
  },
  {
    id: 'sample-2',
    name: 'Juniper Row Studio',
    type: 'payment_received',
    amount: '1850.00',
    currency: 'USD',
    date: '2026-09-25',
  },
  {
    id: 'sample-3',
    name: 'Harborline Freight',
    type: 'payment_sent',
    amount: '342.75',
    currency: 'EUR',
    date: '2026-09-21',
  },
  {
    id: 'sample-4',
    name: 'Ikenna Sørensen',
    type: 'payment_received',
    amount: '64.20',
    currency: 'GBP',
    date: '2026-09-17',
  },
  {
    id: 'sample-5',
    name: 'Mei Abernathy',
    type: 'payment_sent',
    amount: '18.50',
    currency: 'USD',
    date: '2026-09-12',
  },
];
