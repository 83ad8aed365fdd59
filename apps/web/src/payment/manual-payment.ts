import type { TablesInsert } from '@beaconpay/database';
import type { PaymentMethodId } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../components/ui/toast-store.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import type { RecordKind } from './record-kinds.ts';

/** A manual payment outside the product, which an administrator verifies. */
export interface ManualPayment {
  paymentMethod: PaymentMethodId;
  /** For a card payment: holder, brand, last four digits and expiry. Never the number or the CVV. */
  transactionReference: string;
  /** A decimal text. */
  amount: string;
  currency: string;
}

/** The columns that the records of all kinds have. */
type SharedColumns =
  | 'user_id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'payment_method'
  | 'transaction_reference'
  | 'payment_code';

/** The columns of the product. */
export type ProductColumns =
  | Omit<TablesInsert<'orders'>, SharedColumns>
  | Omit<TablesInsert<'recharges'>, SharedColumns>;

/** A product that is paid manually: the record, and the texts of its form. */
export interface ManualProduct<Values extends ManualPaymentValues, Payment extends ManualPayment> {
  kind: RecordKind;
  columns: (payment: Payment) => ProductColumns;
  /** The description of the history row. */
  description: (payment: Payment) => string;
  formLabel: string;
  paymentTitle: string;
  /** Why a visitor needs an account. */
  accountNotice: string;
  submitLabel: string;
  /** The error summary of an invalid form: the first missing or invalid value. */
  errorSummary: (errors: FieldErrors<Values>, values: Values) => ToastMessage;
  submittedToast: (payment: Payment) => Pick<ToastMessage, 'title' | 'description'>;
  /** The description of the toast 'Transaction Logging Error'. */
  loggingFailed: string;
  /** The description of the toast 'Authentication Error'. */
  notLoggedIn: string;
  failedTitle: string;
}
