import { minorUnitsToDecimal, PENDING_STATUS } from '@beaconpay/domain';
import type { CustomerOverview } from './customer.schema.ts';

/** What a customer submitted in a month, in one currency. Amounts are decimal texts. */
export interface MonthlyTotal {
  /** YYYY-MM */
  month: string;
  currency: string;
  count: number;
  approved: string;
  pending: string;
  rejected: string;
}

const CENTS = 100;

/** Adds up orders and recharges per month and currency, newest month first. */
export function monthlyTotals(totals: CustomerOverview['totals']): MonthlyTotal[] {
  const groups = new Map<string, CustomerOverview['totals']>();
  for (const total of totals) {
    const key = `${total.month} ${total.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), total]);
  }
  return [...groups.values()]
    .map(totalOf)
    .toSorted(
      (left, right) =>
        right.month.localeCompare(left.month) || left.currency.localeCompare(right.currency),
    );
}

function totalOf(group: CustomerOverview['totals']): MonthlyTotal {
  const cents = { approved: 0, pending: 0, rejected: 0 };
  let count = 0;
  for (const total of group) {
    count += total.count;
    cents[resultOf(total.status)] += Math.round(Number(total.amount) * CENTS);
  }
  return {
    month: group[0]?.month ?? '',
    currency: group[0]?.currency ?? '',
    count,
    approved: minorUnitsToDecimal(cents.approved),
    pending: minorUnitsToDecimal(cents.pending),
    rejected: minorUnitsToDecimal(cents.rejected),
  };
}

function resultOf(status: string): 'approved' | 'pending' | 'rejected' {
  if (status === PENDING_STATUS) return 'pending';
  return status === 'manual_payment_rejected' ? 'rejected' : 'approved';
}
