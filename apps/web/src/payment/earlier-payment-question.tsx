import { statusLabel } from '@beaconpay/domain';
import { useEffect, useRef } from 'react';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { Button } from '../components/ui/button.tsx';
import { formatAge, shortId } from '../lib/format.ts';
import type { EarlierPayment } from './api.ts';
import { RECORD_KINDS } from './record-kinds.ts';

interface EarlierPaymentQuestionProps {
  earlier: EarlierPayment;
  isSubmitting: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks whether a payment that looks like a recorded one is a second payment. */
export default function EarlierPaymentQuestion({
  earlier,
  isSubmitting,
  onConfirm,
  onCancel,
}: EarlierPaymentQuestionProps) {
  const region = useRef<HTMLDivElement>(null);
  // Shown above the clicked button, and focused for screen readers.
  useEffect(() => region.current?.focus(), [earlier]);

  return (
    <Alert
      ref={region}
      variant="warning"
      role="group"
      aria-label="Already submitted?"
      tabIndex={-1}
    >
      <AlertTitle>You&apos;ve already used this reference for this amount.</AlertTitle>
      <AlertDescription>
        Your {RECORD_KINDS[earlier.kind].name} {shortId(earlier.id)} was submitted{' '}
        {formatAge(earlier.submittedAt)} and is {statusLabel(earlier.status)}. One payment can cover
        only one order or recharge.
      </AlertDescription>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" busy={isSubmitting} onClick={onConfirm}>
          Submit anyway
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Alert>
  );
}
