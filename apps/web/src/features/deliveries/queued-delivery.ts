import type { Database } from '@beaconpay/database';
import {
  orderContents,
  rechargeContents,
  type RecordContent,
} from '../../payment/record-contents.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';

type QueueRow = Database['public']['Functions']['delivery_queue']['Returns'][number];

/** A delivery as the back office shows it. */
export interface QueuedDelivery {
  /** The id of the order or the recharge. */
  id: string;
  kind: RecordKind;
  state: string;
  isOverdue: boolean;
  customerName: string | null;
  customerEmail: string | null;
  amount: number;
  currency: string;
  /** The ordered product. */
  contents: RecordContent[];
  /** ISO 8601 */
  dueAt: string;
  /** ISO 8601 */
  approvedAt: string;
  /** What the customer has received: the confirmation, or the last four digits. */
  result: string | null;
  isTest: boolean;
  failureReason: string | null;
  /** ISO 8601 */
  deliveredAt: string | null;
  deliveredBy: string | null;
  sortedAt: string;
}

/** The generated types do not know which columns can be null. */
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

export function toQueuedDelivery(row: QueueRow): QueuedDelivery {
  const values: Nullable<QueueRow> = row;
  const kind = row.kind === 'card_order' ? 'card_order' : 'mobile_recharge';
  return {
    id: row.record_id,
    kind,
    state: row.state,
    isOverdue: row.is_overdue,
    customerName: values.customer_name,
    customerEmail: values.customer_email,
    amount: row.amount,
    currency: row.currency,
    contents: contentsOf(kind, row.details),
    dueAt: row.due_at,
    approvedAt: row.approved_at,
    result:
      values.confirmation ??
      (values.card_last4 === null ? null : `•••• ${row.card_last4} · ${row.card_expiry}`),
    isTest: row.is_test,
    failureReason: values.failure_reason,
    deliveredAt: values.delivered_at,
    deliveredBy: values.delivered_by_email,
    sortedAt: row.sorted_at,
  };
}

function contentsOf(kind: RecordKind, details: QueueRow['details']): RecordContent[] {
  if (kind === 'card_order') return orderContents({ card_details: details });
  return rechargeContents({
    operator: textIn(details, 'operator'),
    phone_number: textIn(details, 'phone_number'),
    recharge_details: details,
  });
}

function textIn(details: QueueRow['details'], name: string): string {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return '';
  const value = details[name];
  return typeof value === 'string' ? value : '';
}
