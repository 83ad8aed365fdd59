import { statusLabel, type RecordStatus } from '@beaconpay/domain';
import type { Decision } from './pending-api.ts';

const SHORT: Partial<Record<string, string>> = {
  manual_payment_approved: 'Approved',
  manual_payment_rejected: 'Rejected',
  completed: 'Paid by card',
} satisfies Partial<Record<RecordStatus, string>>;

/** "Approved by Ada", "Paid by card". */
export function describeDecision({ status, decidedBy }: Decision): string {
  const what = SHORT[status] ?? statusLabel(status);
  return decidedBy === null ? what : `${what} by ${decidedBy}`;
}
