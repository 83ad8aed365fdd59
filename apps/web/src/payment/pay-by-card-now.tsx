import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/ui/button.tsx';
import { toast } from '../components/ui/toast-store.ts';
import { CheckoutRefusedError, createCheckout } from './api.ts';
import type { RecordKind } from './record-kinds.ts';

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
        title: 'Card payment failed',
        description: isRefused
          ? error.message
          : "We couldn't open the payment page. Please try again.",
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
      {isOpening ? 'Opening…' : 'Pay by card now'}
    </Button>
  );
}
