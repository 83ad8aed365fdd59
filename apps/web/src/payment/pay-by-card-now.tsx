import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/ui/button.tsx';
import { toast } from '../components/ui/toast-store.ts';
import { CheckoutRefusedError, createCheckout } from './checkout-api.ts';
import type { RecordKind } from './record-kinds.ts';
import { m } from '../paraglide/messages.js';

interface PayByCardNowProps {
  kind: RecordKind;
  recordId: string;
}

/** Opens the card provider's page for a pending record. */
export function PayByCardNow({ kind, recordId }: PayByCardNowProps) {
  const [isOpening, setIsOpening] = useState(false);

  async function open() {
    setIsOpening(true);
    try {
      window.location.assign(await createCheckout(kind, recordId));
    } catch (error) {
      setIsOpening(false);
      const isRefused = error instanceof CheckoutRefusedError;
      toast({
        title: m.payment_card_payment_failed(),
        description: isRefused
          ? error.message
          : m.payment_we_couldnt_open_payment_page_please_try(),
        variant: 'destructive',
      });
    }
  }

  return (
    <Button
      variant="outline"
      disabled={isOpening}
      aria-busy={isOpening}
      onClick={() => void open()}
    >
      <CreditCard aria-hidden="true" />
      {isOpening ? m.payment_opening() : m.payment_pay_by_card_now()}
    </Button>
  );
}
