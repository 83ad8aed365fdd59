import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { keptInstructions } from '../../payment/payment-methods.ts';
import { amountDue } from '../../payment/received-payment.ts';
import { TransferCode } from '../../payment/transfer-code.tsx';
import type { PaymentRecord, Transaction } from './api.ts';
import { m } from '../../paraglide/messages.js';

interface WhereItWasToBePaidProps {
  record: PaymentRecord;
  transaction: Pick<Transaction, 'amount' | 'currency'>;
}

/** Until the review the customer may still have to pay, to the account that was shown then. */
export function WhereItWasToBePaid({ record, transaction }: WhereItWasToBePaidProps) {
  const shown = keptInstructions(record.payment_method, record.payment_details);
  if (shown === null || record.received?.state === 'received') return null;
  return (
    <div className="mt-4 w-full border-t pt-1">
      <p className="pt-3 text-sm font-semibold">{m.common_payment_details()}</p>
      <PaymentInstructions method={shown} amount={null} className="px-0 pb-0 sm:px-0 sm:pb-0">
        {record.payment_code !== null && (
          <TransferCode
            code={record.payment_code}
            method={shown}
            amount={amountDue(transaction.amount, record.received)}
            currency={transaction.currency}
          />
        )}
      </PaymentInstructions>
    </div>
  );
}
