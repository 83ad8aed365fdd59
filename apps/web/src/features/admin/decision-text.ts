import { type RecordStatus } from '@beaconpay/domain';
import type { Decision } from './pending-state-api.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';

const SHORT: Partial<Record<string, string>> = {
  manual_payment_approved: m.admin_approved(),
  manual_payment_rejected: m.admin_rejected(),
  completed: m.admin_paid_by_card(),
} satisfies Partial<Record<RecordStatus, string>>;

/** "Approved by Ada", "Paid by card". */
export function describeDecision({ status, decidedBy }: Decision): string {
  const what = SHORT[status] ?? statusLabel(status);
  return decidedBy === null ? what : m.admin_decision_by({ decision: what, name: decidedBy });
}
