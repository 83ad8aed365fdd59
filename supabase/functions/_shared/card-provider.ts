import { HttpError } from './http.ts';
import type { Locale } from './language.ts';
import { m } from './paraglide/messages.js';
import type { PaymentRecord } from './payment-record.ts';

/** What a payment page shows in a language. */
export interface Presentation {
  readonly locale: Locale;
  readonly description: string;
  /** The URL to return to after the payment. `{CHECKOUT_SESSION_ID}` is replaced with the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

interface CheckoutOrder {
  readonly record: PaymentRecord;
  readonly email: string | null;
  /** In all languages, that of the customer first. */
  readonly presentations: readonly [Presentation, ...Presentation[]];
}

/** The card provider's data of one payment. */
export interface CheckoutSession {
  readonly id: string;
  readonly isPaid: boolean;
  readonly recordType: string | null;
  readonly recordId: string | null;
  readonly userId: string | null;
  readonly amountMinor: number | null;
  /** Upper case. */
  readonly currency: string | null;
}

export interface CardProvider {
  /** Returns the URL of the payment page for a record. An open session is reused. */
  createCheckout(order: CheckoutOrder): Promise<string>;
  /** Null when the provider has no such session. */
  findSession(sessionId: string): Promise<CheckoutSession | null>;
}

/**
 * Checks that a session pays for exactly this record.
 *
 * @throws HttpError
 */
export function requirePayment(session: CheckoutSession, record: PaymentRecord): void {
  const isForRecord =
    session.recordType === record.type &&
    session.recordId === record.id &&
    session.userId === record.userId &&
    session.amountMinor === record.amountMinor &&
    session.currency === record.currency;
  if (!isForRecord) throw new HttpError(403, m.error_other_order);
  if (!session.isPaid) throw new HttpError(402, m.error_not_completed);
}
