import { PENDING_STATUS, statusTone, type StatusTone } from '@beaconpay/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3, Printer, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '../../components/link.tsx';
import { Reference } from '../../components/reference.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { shortId } from '../../lib/format.ts';
import { PayByCardNow } from '../../manual-payment/pay-by-card-now.tsx';
import { RECORD_KINDS, type RecordKind } from '../../manual-payment/record-kinds.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { followSubmittedRecord, submittedRecordQuery } from './api.ts';
import { NextSteps } from './next-steps.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { ResultCard } from './result-card.tsx';
import { RecordFact } from './record-fact.tsx';

interface SubmittedResultProps {
  kind: RecordKind;
  referenceId: string;
}

const ICONS: Readonly<Record<StatusTone, LucideIcon>> = {
  success: CircleCheck,
  warning: Clock3,
  destructive: CircleX,
  neutral: Clock3,
};

/**
 * A manual submission: what was received, its reference, and what happens next. It is shown as
 * submitted at once; whoever it belongs to sees what has become of it since.
 */
export function SubmittedResult({ kind, referenceId }: SubmittedResultProps) {
  const { user, profile } = useSession();
  const stored = useQuery({
    ...submittedRecordQuery(user?.id ?? '', kind, referenceId),
    enabled: user !== null,
  });
  const queries = useQueryClient();
  const userId = user?.id;
  // What is decided stays as it is.
  const isWaiting = stored.data?.status === PENDING_STATUS;
  useEffect(
    () =>
      isWaiting && userId !== undefined
        ? followSubmittedRecord(queries, userId, kind, referenceId)
        : undefined,
    [queries, userId, kind, referenceId, isWaiting],
  );
  const record = RECORD_KINDS[kind];
  if (stored.data === null) return <NothingToShow kind={kind} />;

  const status = stored.data?.status ?? PENDING_STATUS;
  const tone = statusTone(status);
  return (
    <ResultCard
      icon={ICONS[tone]}
      tone={tone}
      title={titleOf(kind, tone)}
      description={descriptionOf(record.name, tone)}
      actions={
        <>
          {stored.data?.status === PENDING_STATUS && (
            <PayByCardNow kind={kind} recordId={referenceId} />
          )}
          <Button asChild>
            <Link to={dashboardPath(profile?.account_type)}>My Dashboard</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={record.path}>{record.another}</Link>
          </Button>
        </>
      }
    >
      <dl className="mx-5 mb-6 flex flex-col divide-y rounded-lg bg-muted px-4 text-[0.9375rem] sm:mx-8 sm:px-5">
        <RecordFact name="Short reference">
          <code className="font-mono text-base font-bold">{shortId(referenceId)}</code>
        </RecordFact>
        <RecordFact name="Reference">
          <Reference value={referenceId} />
          <Button
            variant="ghost"
            size="icon"
            className="size-9 text-muted-foreground"
            aria-label="Print this page"
            data-print="hidden"
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" />
          </Button>
        </RecordFact>
        <RecordFact name="Status">
          <StatusBadge status={status} />
        </RecordFact>
        {stored.data?.adminNotes && (
          <RecordFact name={tone === 'destructive' ? 'Why' : 'Note'}>
            <span className="whitespace-pre-line">{stored.data.adminNotes}</span>
          </RecordFact>
        )}
      </dl>
      {tone === 'warning' && <NextSteps recordName={record.name} />}
    </ResultCard>
  );
}

function titleOf(kind: RecordKind, tone: StatusTone): string {
  const { submittedTitle } = RECORD_KINDS[kind];
  if (tone === 'success') return submittedTitle.replace('Submitted', 'Approved');
  return tone === 'destructive' ? submittedTitle.replace('Submitted', 'Rejected') : submittedTitle;
}

function descriptionOf(name: string, tone: StatusTone): string {
  if (tone === 'success') return `Your payment was verified and your ${name} is approved.`;
  if (tone === 'destructive') {
    return `Your ${name} was rejected, and BeaconPay has not charged you for it.`;
  }
  return `Your ${name} has been submitted, pending manual verification.`;
}
