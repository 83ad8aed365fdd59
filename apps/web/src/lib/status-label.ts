import type { RecordStatus } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

const LABELS: Partial<Record<string, string>> = {
  pending_manual_verification: m.label_status_pending_manual_verification(),
  manual_payment_approved: m.label_status_manual_payment_approved(),
  manual_payment_rejected: m.label_status_manual_payment_rejected(),
  completed: m.label_status_completed(),
} satisfies Record<RecordStatus, string>;

/** A status for display: "manual payment approved". */
export function statusLabel(status: string): string {
  return LABELS[status] ?? status.replaceAll('_', ' ');
}
