import type { Backend, Caller } from './backend.ts';
import { HttpError } from './http.ts';
import { m } from './paraglide/messages.js';
import { UUID } from './uuid.ts';

/** The types of records that can be paid, as in the product's URLs. */
export type RecordType = 'card_order' | 'mobile_recharge';

export interface PaymentRecord {
  readonly type: RecordType;
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  /** In the smallest unit of its currency. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly sessionId: string | null;
}

const PENDING = 'pending_manual_verification';
const TABLES = { card_order: 'orders', mobile_recharge: 'recharges' } as const;
/** The key of the database's rule for a record that is already decided. */
const DECIDED = 'review.already_decided';
export const ALREADY_CONFIRMED = 'payment.already_confirmed';

export function readRecordType(value: unknown): RecordType {
  if (value === 'card_order' || value === 'mobile_recharge') return value;
  throw new HttpError(400, m.error_type_invalid);
}

export function readRecordId(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new HttpError(400, m.error_record_id_missing);
}

/** Converts an amount with two decimals to cents, without floating point. */
function toMinor(amount: string): number {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
  if (whole === undefined) throw new Error('An amount has more than two decimals.');
  return Number(whole + fraction.padEnd(2, '0'));
}

function toDecimal(amountMinor: number): string {
  const digits = String(amountMinor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Finds a user's record with the rights of the given client; null if it finds none. */
export async function findRecord(
  backend: Backend,
  type: RecordType,
  id: string,
  userId: string,
): Promise<PaymentRecord | null> {
  const { data, error } = await backend
    .from(TABLES[type])
    .select('id, user_id, status, amount::text, currency, stripe_session_id')
    .eq('id', id)
    .eq('user_id', userId)
    .maybeSingle();
  if (error !== null) throw error;
  if (data === null) return null;
  return {
    type,
    id: data.id,
    userId: data.user_id,
    status: data.status,
    amountMinor: toMinor(String(data.amount)),
    currency: data.currency,
    sessionId: data.stripe_session_id,
  };
}

/** Finds the caller's record with the rights of the caller. */
export async function requireOwnRecord(
  { backend, userId }: Caller,
  type: RecordType,
  id: string,
): Promise<PaymentRecord> {
  const record = await findRecord(backend, type, id, userId);
  if (record === null) {
    throw new HttpError(404, (_, options) => m.error_record_not_found({ kind: type }, options));
  }
  return record;
}

/** The error for a record that is no longer pending. */
export function decidedRecordError({
  type,
  status,
}: Pick<PaymentRecord, 'type' | 'status'>): HttpError {
  return status === 'completed'
    ? new HttpError(409, 'already confirmed', ALREADY_CONFIRMED)
    : new HttpError(409, (_, options) => m.error_reviewed({ kind: type, status }, options));
}

export function isPending({ status }: PaymentRecord): boolean {
  return status === PENDING;
}

/**
 * Completes a pending record with the session that paid for it. The statement
 * checks the record, its owner, amount, currency and status. So one of two
 * concurrent calls completes the record and the other is refused.
 *
 * @throws HttpError 409 when the record is already decided
 */
export async function completeRecord(
  service: Backend,
  record: PaymentRecord,
  sessionId: string,
): Promise<void> {
  const { type, id, userId, amountMinor, currency } = record;
  const { data, error } = await service
    .from(TABLES[type])
    .update({ status: 'completed', stripe_session_id: sessionId })
    .eq('id', id)
    .eq('user_id', userId)
    .eq('amount', toDecimal(amountMinor) as unknown as number)
    .eq('currency', currency)
    .eq('status', PENDING)
    .select('id');
  if (error !== null && error.hint !== DECIDED) throw error;
  if (data?.length === 1) return;
  const now = await findRecord(service, type, id, userId);
  if (now === null || isPending(now)) throw new Error('A pending record was not completed.');
  throw decidedRecordError(now);
}
