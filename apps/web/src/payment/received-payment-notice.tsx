import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { CopyButton } from '../components/ui/copy-button.tsx';
import { formatAmount } from '../lib/format-amount.ts';
import { labelInSentence } from '../lib/label-in-sentence.ts';
import type { ReceivedPayment } from './received-payment.ts';
import type { RecordKindFacts } from './record-kinds.ts';
import { m } from '../paraglide/messages.js';

interface ReceivedPaymentNoticeProps {
  payment: ReceivedPayment;
  noun: RecordKindFacts['noun'];
  /** The payment code of the record, which the rest of the payment has too. */
  code: string | null;
  className?: string;
}

/** What arrived for a record that waits for its approval, and what the customer does next. */
export function ReceivedPaymentNotice({
  payment,
  noun,
  code,
  className,
}: ReceivedPaymentNoticeProps) {
  const { state, received_amount: received, amount, currency } = payment;
  const shown = (value: number) => formatAmount(value.toFixed(2), currency);
  if (state === 'received') {
    return (
      <Alert role="status" variant="success" className={className}>
        <AlertTitle>{m.received_being_booked()}</AlertTitle>
        <AlertDescription>{m.received_nothing_to_do({ amount: shown(received) })}</AlertDescription>
      </Alert>
    );
  }
  return (
    <Alert role="status" variant="warning" className={className}>
      <AlertTitle>
        {m.received_part({ received: shown(received), amount: shown(amount) })}
      </AlertTitle>
      <AlertDescription>
        {m.received_pay_rest({ noun, rest: shown(amount - received) })}
        {code !== null && (
          <span className="flex flex-wrap items-center gap-x-1.5">
            {m.received_use_same_code()}{' '}
            <bdi className="font-mono font-bold whitespace-nowrap">{code}</bdi>
            <CopyButton value={code} label={labelInSentence(m.code_label())} />
          </span>
        )}
      </AlertDescription>
    </Alert>
  );
}
