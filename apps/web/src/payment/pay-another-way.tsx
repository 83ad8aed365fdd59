import { useId, useState } from 'react';
import { Button } from '../components/ui/button.tsx';
import { PayByCardNow } from './pay-by-card-now.tsx';
import type { RecordKind } from './record-kinds.ts';
import { paymentMethodLabel } from './payment-method-texts.ts';
import { m } from '../paraglide/messages.js';

interface PayAnotherWayProps {
  kind: RecordKind;
  recordId: string;
  /** The method that the customer has declared. */
  paymentMethod: string;
}

/**
 * The card provider's page for a pending record. Beside another declared payment it is shown on request only,
 * so that no customer pays twice.
 */
export function PayAnotherWay({ kind, recordId, paymentMethod }: PayAnotherWayProps) {
  const [isAsked, setIsAsked] = useState(false);
  const detailsId = useId();
  if (paymentMethod === 'card_payment') return <PayByCardNow kind={kind} recordId={recordId} />;
  return (
    <div data-print="hidden" className="flex flex-col items-start gap-2">
      <Button
        variant="link"
        size="sm"
        className="px-0"
        aria-expanded={isAsked}
        aria-controls={detailsId}
        onClick={() => setIsAsked(!isAsked)}
      >
        {m.payment_pay_another_way()}
      </Button>
      {isAsked && (
        <div id={detailsId} className="flex flex-col items-start gap-3">
          <p className="text-[0.9375rem] leading-6">
            {m.payment_if_you_havent_paid_by_method({ method: paymentMethodLabel(paymentMethod) })}
          </p>
          <PayByCardNow kind={kind} recordId={recordId} />
        </div>
      )}
    </div>
  );
}
