import type { ToastMessage } from '../components/ui/toast-store.ts';
import type { PaymentProof } from './manual-payment.schema.ts';
import type { RecordKind } from './record-kinds.ts';

/** Something paid by hand, outside the product, and then verified by an administrator. */
export interface ManualPayment extends PaymentProof {
  /** A decimal text. */
  amount: string;
  currency: string;
}

/** Whose submission it is, and the key that makes one record of all its tries. */
export interface Attempt {
  userId: string;
  idempotencyKey: string;
}

export interface RecordedSubmission {
  id: string;
  /** Whether the customer's history has its row; the record stands without it. */
  isLogged: boolean;
}

/** How one kind of payment is recorded, and what its form says about it. */
export interface ManualSubmission<Payment extends ManualPayment> {
  kind: RecordKind;
  /** Throws SignedOutError, or the backend's error when nothing was recorded. */
  record: (payment: Payment, attempt: Attempt) => Promise<RecordedSubmission>;
  submittedToast: (payment: Payment) => Pick<ToastMessage, 'title' | 'description'>;
  /** The description of the toast 'Transaction Logging Error'. */
  loggingFailed: string;
  /** The description of the toast 'Authentication Error'. */
  notLoggedIn: string;
  failedTitle: string;
}
