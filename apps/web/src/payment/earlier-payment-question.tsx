import { useEffect, useRef } from 'react';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { Button } from '../components/ui/button.tsx';
import { formatAge, shortId } from '../lib/format.ts';
import type { EarlierPayment } from './api.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { statusLabel } from '../lib/status-label.ts';
import { m } from '../paraglide/messages.js';

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
      aria-label={m.payment_already_submitted()}
      tabIndex={-1}
    >
      <AlertTitle>{m.payment_youve_already_used_this_reference_for_this()}</AlertTitle>
      <AlertDescription>
        {m.payment_your_record_was_submitted({
          noun: RECORD_KINDS[earlier.kind].noun,
          id: shortId(earlier.id),
          age: formatAge(earlier.submittedAt),
          status: statusLabel(earlier.status),
        })}
      </AlertDescription>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" busy={isSubmitting} onClick={onConfirm}>
          {m.payment_submit_anyway()}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      </div>
    </Alert>
  );
}
