import type { ToastMessage } from '../components/ui/toast-store.ts';
import type { PaymentProof } from './manual-payment.schema.ts';
import type { RecordKind } from './record-kinds.ts';

/** A manual payment outside the product, which an administrator verifies. */
export interface ManualPayment extends PaymentProof {
  /** A decimal text. */
  amount: string;
  currency: string;
}

/** The user of a submission, and the idempotency key of all its attempts. */
export interface Attempt {
  userId: string;
  idempotencyKey: string;
}

export interface RecordedSubmission {
  id: string;
  /** Whether the history row was inserted. The record exists without it. */
  isLogged: boolean;
}

/** How one kind of payment is recorded, and the texts of its form. */
export interface ManualSubmission<Payment extends ManualPayment> {
  kind: RecordKind;
  /** Throws SignedOutError, or the backend's error if nothing was recorded. */
  record: (payment: Payment, attempt: Attempt) => Promise<RecordedSubmission>;
  submittedToast: (payment: Payment) => Pick<ToastMessage, 'title' | 'description'>;
  /** The description of the toast 'Transaction Logging Error'. */
  loggingFailed: string;
  /** The description of the toast 'Authentication Error'. */
  notLoggedIn: string;
  failedTitle: string;
}
