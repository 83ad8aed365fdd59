import { ADMIN_NOTES_MAX_LENGTH, type ReviewDecision } from '@beaconpay/domain';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { statusLabel } from '../../../lib/status-label.ts';
import { m } from '../../../paraglide/messages.js';

interface CorrectDialogProps {
  /** The decision that replaces the current one. */
  decision: ReviewDecision;
  isOpen: boolean;
  isSaving: boolean;
  onClose: () => void;
  onCorrect: (reason: string) => void;
}

/** Asks for the reason of a correction. A decision can be corrected once. */
export default function CorrectDialog({
  decision,
  isOpen,
  isSaving,
  onClose,
  onCorrect,
}: CorrectDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog
      title={m.record_correct_title()}
      description={m.record_correct_description({ status: statusLabel(decision) })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(reason.trim() === '');
          if (reason.trim() !== '') onCorrect(reason.trim());
        }}
      >
        <DialogBody className="flex flex-col gap-2">
          <Label htmlFor="correct-reason">{m.record_reason()}</Label>
          <Textarea
            id="correct-reason"
            rows={4}
            maxLength={ADMIN_NOTES_MAX_LENGTH}
            value={reason}
            aria-invalid={isMissing || undefined}
            aria-describedby="correct-hint"
            onChange={(event) => setReason(event.target.value)}
          />
          <p id="correct-hint" className="text-sm text-muted-foreground">
            {m.admin_customer_will_see_these_notes()}
          </p>
          {isMissing && (
            <p role="alert" className="text-sm font-semibold text-destructive-text">
              {m.review_rule_correction_reason()}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" variant="destructive" busy={isSaving}>
            {isSaving ? m.common_saving() : m.record_correct()}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
