import { ADMIN_NOTES_MAX_LENGTH, PENDING_STATUS, type ReviewDecision } from '@beaconpay/domain';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Alert } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { administratorsQuery } from '../../../lib/administrators.ts';
import { m } from '../../../paraglide/messages.js';
import { fourEyesQuery } from './four-eyes-api.ts';
import { reasonsQuery, type RecordWork } from './record-api.ts';
import { useDecision } from './use-decision.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

const RejectDialog = lazyComponent(() => import('./reject-dialog.tsx'));
const CorrectDialog = lazyComponent(() => import('./correct-dialog.tsx'));

interface DecisionCardProps {
  adminId: string;
  record: RecordWork;
  /** Called after the record was decided here. */
  onDecided: () => void;
}

/** The decision: to make, or made. */
export function DecisionCard(props: DecisionCardProps) {
  const { adminId, record } = props;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>{m.record_decision()}</CardTitle>
        <StatusBadge status={record.status} />
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {record.status !== PENDING_STATUS ? (
          <MadeDecision adminId={adminId} record={record} />
        ) : record.customerId === adminId ? (
          <Alert>{m.error_you_cant_review_your_own_record_ask()}</Alert>
        ) : (
          <OpenDecision {...props} />
        )}
      </CardContent>
    </Card>
  );
}

function OpenDecision({ adminId, record, onDecided }: DecisionCardProps) {
  const fourEyes = useQuery(fourEyesQuery(adminId));
  // The dialog of a rejection then selects the first reason at once.
  usePrefetchQuery(reasonsQuery(adminId));
  const { act, acting } = useRecordActions(adminId, record.id);
  const { decide, deciding } = useDecision(adminId, record, onDecided);
  const [notes, setNotes] = useState('');
  const [isRejecting, setIsRejecting] = useState(false);
  const approveButton = useRef<HTMLButtonElement>(null);
  const needsTwo =
    fourEyes.data !== null && fourEyes.data !== undefined && record.amount > fourEyes.data;
  const isFirst = needsTwo && record.firstApprovedBy === null;
  const isMine = needsTwo && record.firstApprovedBy === adminId;
  useShortcuts({
    a: () => approveButton.current?.focus(),
    r: () => setIsRejecting(true),
  });

  async function approve() {
    if (!isFirst) {
      await decide('manual_payment_approved', notes);
    } else if (await act({ type: 'approve-first' })) {
      onDecided();
    }
  }

  return (
    <>
      {needsTwo && (
        <Alert variant={isMine ? 'info' : 'warning'}>
          {isMine
            ? m.record_waits_for_second()
            : isFirst
              ? m.record_needs_two()
              : m.record_second_approval()}
        </Alert>
      )}
      <div className="flex flex-col gap-2">
        <Label htmlFor="decision-notes">{m.admin_admin_notes()}</Label>
        <Textarea
          id="decision-notes"
          rows={2}
          maxLength={ADMIN_NOTES_MAX_LENGTH}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <p className="text-sm text-muted-foreground">{m.admin_customer_will_see_these_notes()}</p>
      </div>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button
          variant="outline"
          className="text-destructive-text"
          aria-keyshortcuts="r"
          busy={deciding === 'manual_payment_rejected'}
          onClick={() => setIsRejecting(true)}
        >
          {m.admin_reject()}
        </Button>
        <Button
          ref={approveButton}
          aria-keyshortcuts="a"
          busy={deciding === 'manual_payment_approved' || acting === 'approve-first'}
          aria-disabled={isMine || undefined}
          onClick={isMine ? undefined : () => void approve()}
        >
          {deciding === 'manual_payment_approved'
            ? m.admin_approving()
            : isFirst
              ? m.record_approve_first()
              : m.admin_approve()}
        </Button>
      </div>
      <LazyDialog isOpen={isRejecting}>
        <RejectDialog
          adminId={adminId}
          record={record}
          isOpen={isRejecting}
          isRejecting={deciding === 'manual_payment_rejected'}
          onClose={() => setIsRejecting(false)}
          onReject={(reason) => {
            void decide('manual_payment_rejected', reason).then((isDone) => {
              if (isDone) setIsRejecting(false);
            });
          }}
        />
      </LazyDialog>
    </>
  );
}

const CORRECTABLE = ['manual_payment_approved', 'manual_payment_rejected'];
const CORRECTION_DAYS = 30;

function MadeDecision({ adminId, record }: Pick<DecisionCardProps, 'adminId' | 'record'>) {
  const administrators = useQuery(administratorsQuery(adminId));
  const { act, acting } = useRecordActions(adminId, record.id);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [openedMs] = useState(Date.now);
  const { status, notes, decidedAt, decidedBy, correctedAt } = record;
  const decider = administrators.data?.find(({ id }) => id === decidedBy)?.email;
  const other: ReviewDecision =
    status === 'manual_payment_approved' ? 'manual_payment_rejected' : 'manual_payment_approved';
  const isCorrectable =
    CORRECTABLE.includes(status) &&
    correctedAt === null &&
    decidedAt !== null &&
    openedMs - Date.parse(decidedAt) < CORRECTION_DAYS * 86_400_000;

  return (
    <>
      <p>
        {decidedAt === null
          ? m.record_decided()
          : m.record_decided_at({ time: formatTimestamp(decidedAt) })}{' '}
        {decider !== undefined && <bdi className="font-semibold">{decider}</bdi>}
      </p>
      {notes !== null && (
        <p className="rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">{notes}</p>
      )}
      {isCorrectable &&
        (decidedBy === adminId || record.customerId === adminId ? (
          <p className="text-sm text-muted-foreground">{m.record_correct_by_other()}</p>
        ) : (
          <Button
            variant="outline"
            className="self-start"
            aria-haspopup="dialog"
            onClick={() => setIsCorrecting(true)}
          >
            {m.record_correct_title()}
          </Button>
        ))}
      <LazyDialog isOpen={isCorrecting}>
        <CorrectDialog
          decision={other}
          isOpen={isCorrecting}
          isSaving={acting === 'correct'}
          onClose={() => setIsCorrecting(false)}
          onCorrect={(reason) => {
            void act({ type: 'correct', status: other, reason }).then((isDone) => {
              if (isDone) setIsCorrecting(false);
            });
          }}
        />
      </LazyDialog>
    </>
  );
}
