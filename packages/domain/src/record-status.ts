/** The statuses of an order or a recharge in the database. */
export const RECORD_STATUSES = [
  'pending_manual_verification',
  'manual_payment_approved',
  'manual_payment_rejected',
  'completed',
] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export const PENDING_STATUS: RecordStatus = 'pending_manual_verification';

/** The decisions of a review. */
export type ReviewDecision = Extract<
  RecordStatus,
  'manual_payment_approved' | 'manual_payment_rejected'
>;

export type StatusTone = 'success' | 'warning' | 'destructive' | 'neutral';

const TONES: ReadonlyMap<string, StatusTone> = new Map([
  ['completed', 'success'],
  ['manual_payment_approved', 'success'],
  ['pending_manual_verification', 'warning'],
  ['pending', 'warning'],
  ['failed', 'destructive'],
  ['rejected', 'destructive'],
  ['manual_payment_rejected', 'destructive'],
]);

/** The badge color of each status. Other statuses are neutral. */
export function statusTone(status: string): StatusTone {
  return TONES.get(status) ?? 'neutral';
}
