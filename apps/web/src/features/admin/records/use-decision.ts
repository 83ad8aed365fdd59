import type { ReviewDecision } from '@beaconpay/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../components/ui/toast-store.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { statusLabel } from '../../../lib/status-label.ts';
import { m } from '../../../paraglide/messages.js';
import { RECORD_KINDS } from '../../../payment/record-kinds.ts';
import { useAuthDialogs } from '../../../session/auth-dialogs.tsx';
import { isSignedOut } from '../../../session/require-session.ts';
import { pendingRecordsKey } from '../pending-api.ts';
import { AlreadyReviewedError, reviewRecord } from '../review-api.ts';
import type { Review } from '../review.schema.ts';
import { recordKey, type RecordWork } from './record-api.ts';
import { recordsKey } from './records-api.ts';

interface Decision {
  /** Resolves to whether the decision was saved. An error is shown as a toast. */
  decide: (decision: ReviewDecision, notes: string) => Promise<boolean>;
  /** The decision that is being sent. */
  deciding: ReviewDecision | null;
}

export function useDecision(
  adminId: string,
  { kind, id }: RecordWork,
  onDecided: () => void,
): Decision {
  const queries = useQueryClient();
  const { openLogIn } = useAuthDialogs();
  const { noun } = RECORD_KINDS[kind];
  const review = useMutation({ mutationFn: (sent: Review) => reviewRecord(adminId, sent) });

  async function decide(decision: ReviewDecision, notes: string): Promise<boolean> {
    if (review.isPending) return false;
    let isDone = true;
    try {
      await review.mutateAsync({ kind, id, decision, notes });
      toast({
        title: m.admin_success(),
        description: m.admin_record_status_updated({ noun, status: statusLabel(decision) }),
      });
      onDecided();
    } catch (error) {
      isDone = false;
      if (isSignedOut(error)) openLogIn();
      toast({
        title: m.admin_error_updating_status(),
        description:
          error instanceof AlreadyReviewedError
            ? m.admin_record_already_reviewed({ noun })
            : errorMessage(error),
        variant: 'destructive',
      });
    }
    await Promise.all(
      [recordKey(adminId, id), recordsKey(adminId), pendingRecordsKey(adminId)].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
    return isDone;
  }
  return { decide, deciding: review.isPending ? review.variables.decision : null };
}
