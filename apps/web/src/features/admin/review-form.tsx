import { ADMIN_NOTES_MAX_LENGTH, type ReviewDecision } from '@beaconpay/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { toast } from '../../components/ui/toast-store.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { isSignedOut } from '../../session/require-session.ts';
import { pendingRecordsKey } from './pending-api.ts';
import { decisionsQuery } from './pending-state-api.ts';
import { AlreadyReviewedError, reviewRecord } from './review-api.ts';
import { DecidedAlert } from './decided-alert.tsx';
import type { PendingRecord } from './pending-record.ts';
import { RejectConfirmation } from './reject-confirmation.tsx';
import type { Review, ReviewValues } from './review.schema.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () => import('./review.schema.ts').then(({ reviewSchema }) => reviewSchema);

interface ReviewFormProps {
  adminId: string;
  record: PendingRecord;
  /** Called after this administrator or another one has decided the record. */
  onDecided: () => void;
  onClose: () => void;
  /** The details of the record, which scroll above the notes. */
  children: ReactNode;
}

/** The notes and the decision. The notes stay if the decision is not saved. */
export function ReviewForm({ adminId, record, onDecided, onClose, children }: ReviewFormProps) {
  const { openLogIn } = useAuthDialogs();
  const queryClient = useQueryClient();
  const [isConfirmingReject, setIsConfirmingReject] = useState(false);
  const reviewMutation = useMutation({
    mutationFn: (review: Review) => reviewRecord(adminId, review),
  });
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<ReviewValues>({ resolver, defaultValues: { notes: '' } });
  const notes = useWatch({ control: form.control, name: 'notes' });
  const { noun } = RECORD_KINDS[record.kind];
  const { error, isPending, isSuccess } = reviewMutation;
  const decisions = useQuery(decisionsQuery(adminId, record.kind, [record.id]));
  // The toast reports the decision of this form.
  const decision = isPending || isSuccess ? undefined : decisions.data?.get(record.id);
  const errorText = error instanceof AlreadyReviewedError ? error.message : null;
  const isDecidedElsewhere = errorText !== null || decision !== undefined;
  const deciding = isPending ? reviewMutation.variables.decision : null;

  function reject(notes: string) {
    setIsConfirmingReject(false);
    form.setValue('notes', notes);
    decide('manual_payment_rejected');
  }

  function decide(decision: ReviewDecision) {
    void submitByRules(form.handleSubmit(({ notes }) => submit(decision, notes)));
  }

  async function submit(decision: ReviewDecision, notes: string) {
    if (isPending) return;
    try {
      await reviewMutation.mutateAsync({ kind: record.kind, id: record.id, decision, notes });
      onDecided();
      onClose();
      toast({
        title: m.admin_success(),
        description: m.admin_record_status_updated({ noun, status: statusLabel(decision) }),
      });
    } catch (failure) {
      if (failure instanceof AlreadyReviewedError) onDecided();
      if (isSignedOut(failure)) openLogIn();
      toast({
        title: m.admin_error_updating_status(),
        description:
          failure instanceof AlreadyReviewedError
            ? m.admin_record_already_reviewed({ noun })
            : errorMessage(failure),
        variant: 'destructive',
      });
    }
    await queryClient.invalidateQueries({ queryKey: pendingRecordsKey(adminId) });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => event.preventDefault()}
      >
        {/* Where there is little height, the notes scroll with the details. */}
        <div className="flex min-h-0 flex-1 flex-col [@media(height<30rem)]:overflow-y-auto">
          <DialogBody className="flex flex-col gap-6 [@media(height<30rem)]:flex-none [@media(height<30rem)]:overflow-visible">
            {children}
          </DialogBody>
          <div className="border-t px-5 py-4 sm:px-7">
            <FormField
              control={form.control}
              name="notes"
              render={({ field }) => (
                <FormItem>
                  <FormLabel optional>{m.admin_admin_notes()}</FormLabel>
                  <FormControl>
                    <Textarea rows={2} maxLength={ADMIN_NOTES_MAX_LENGTH} {...field} />
                  </FormControl>
                  <FormDescription>{m.admin_customer_will_see_these_notes()}</FormDescription>
                  <FormMessage />
                </FormItem>
              )}
            />
          </div>
        </div>
        {/* In view, however far the details are scrolled. */}
        {isDecidedElsewhere && (
          <div className="border-t px-5 py-4 sm:px-7">
            <DecidedAlert noun={noun} decision={decision} errorText={errorText} />
          </div>
        )}
        <DialogFooter className="max-sm:flex-row max-sm:*:flex-1">
          {isDecidedElsewhere ? (
            <Button onClick={onClose}>{m.common_close()}</Button>
          ) : (
            <>
              <Button
                variant="outline"
                className="text-destructive-text sm:me-auto"
                busy={deciding === 'manual_payment_rejected'}
                disabled={deciding === 'manual_payment_approved'}
                onClick={() => setIsConfirmingReject(true)}
              >
                {deciding === 'manual_payment_rejected' ? m.admin_rejecting() : m.admin_reject()}
              </Button>
              <Button
                busy={deciding === 'manual_payment_approved'}
                disabled={deciding === 'manual_payment_rejected'}
                onClick={() => decide('manual_payment_approved')}
              >
                {deciding === 'manual_payment_approved' ? m.admin_approving() : m.admin_approve()}
              </Button>
            </>
          )}
        </DialogFooter>
      </form>
      <RejectConfirmation
        noun={noun}
        notes={notes}
        isOpen={isConfirmingReject}
        onOpenChange={setIsConfirmingReject}
        onConfirm={reject}
      />
    </Form>
  );
}
