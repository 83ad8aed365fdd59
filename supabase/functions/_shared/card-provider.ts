import { Refusal } from './http.ts';
import type { PaymentRecord } from './payment-record.ts';

interface CheckoutOrder {
  readonly record: PaymentRecord;
  readonly email: string | null;
  readonly description: string;
  /** Where a person comes back to; `{CHECKOUT_SESSION_ID}` becomes the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** What a card provider knows of one payment. */
export interface CheckoutSession {
  readonly id: string;
  readonly isPaid: boolean;
  readonly recordType: string | null;
  readonly recordId: string | null;
  readonly userId: string | null;
  readonly amountMinor: number | null;
  /** In capitals. */
  readonly currency: string | null;
}

export interface CardProvider {
  /** The address of a page on which this record is paid for; while one is open, the same. */
  createCheckout(order: CheckoutOrder): Promise<string>;
  /** Null when the provider knows no such session. */
  findSession(sessionId: string): Promise<CheckoutSession | null>;
}

/**
 * Whether a session pays for exactly this record.
 *
 * @throws Refusal
 */
export function requirePayment(session: CheckoutSession, record: PaymentRecord): void {
  const isForRecord =
    session.recordType === record.type &&
    session.recordId === record.id &&
    session.userId === record.userId &&
    session.amountMinor === record.amountMinor &&
    session.currency === record.currency;
  if (!isForRecord) throw new Refusal(403, 'This card payment belongs to a different order.');
  if (!session.isPaid) throw new Refusal(402, "This payment hasn't been completed yet.");
}
