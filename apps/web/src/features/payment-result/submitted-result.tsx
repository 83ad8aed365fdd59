import { PENDING_STATUS, statusTone, type StatusTone } from '@beaconpay/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3, Printer, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { shortId } from '../../lib/format.ts';
import { PayAnotherWay } from '../../payment/pay-another-way.tsx';
import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { shownWith } from '../../payment/payment-methods.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { followSubmittedRecord, submittedRecordQuery, type SubmittedRecord } from './api.ts';
import { NextSteps } from './next-steps.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { ResultCard } from './result-card.tsx';
import { RecordFact, RecordFacts } from './record-fact.tsx';
import { RecordSummary, RecordSummaryComing } from './record-summary.tsx';
import { SupportLine } from './support-line.tsx';

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
 * A manual submission: its reference and, for its owner, the product, the payment details and the status. It
 * is shown as submitted at once.
 */
export function SubmittedResult({ kind, referenceId }: SubmittedResultProps) {
  const { user, profile } = useSession();
  const stored = useQuery({
    ...submittedRecordQuery(user?.id ?? '', kind, referenceId),
    enabled: user !== null,
  });
  const queries = useQueryClient();
  const userId = user?.id;
  // A reviewed record does not change.
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
          <Button asChild>
            <Link to={dashboardPath(profile?.account_type)}>My Dashboard</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={record.path}>{record.another}</Link>
          </Button>
        </>
      }
      footnote={<SupportLine />}
    >
      <RecordFacts>
        <RecordFact name="Short ID">
          <code className="font-mono text-base font-bold">{shortId(referenceId)}</code>
        </RecordFact>
        <RecordFact name="Reference ID">
          <Reference value={referenceId} label="reference ID" />
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
          <RecordFact name={tone === 'destructive' ? 'Reason' : 'Note'}>
            <span className="whitespace-pre-line">{stored.data.adminNotes}</span>
          </RecordFact>
        )}
      </RecordFacts>
      {stored.isLoading && <RecordSummaryComing />}
      {stored.isError && stored.data === undefined && (
        <Alert variant="destructive" role="alert" className="mx-5 mb-6 sm:mx-8">
          We couldn&apos;t load your {record.name}.{' '}
          <TryAgainLink onRetry={() => void stored.refetch()} />
        </Alert>
      )}
      {stored.data && <RecordSummary record={stored.data} />}
      {stored.data && isWaiting && (
        <WhereToPay kind={kind} recordId={referenceId} record={stored.data} />
      )}
      {tone === 'warning' && !stored.isLoading && <NextSteps recordName={record.name} />}
    </ResultCard>
  );
}

interface WhereToPayProps {
  kind: RecordKind;
  recordId: string;
  record: SubmittedRecord;
}

/** The payment details as the form showed them, and the card as another method. */
function WhereToPay({ kind, recordId, record }: WhereToPayProps) {
  const { amount, paymentMethod, paymentDetails } = record;
  const method = paymentMethod === 'card_payment' ? null : shownWith(paymentMethod, paymentDetails);
  return (
    <section
      aria-labelledby="where-to-pay"
      className="mx-5 mb-6 flex flex-col items-start gap-3 sm:mx-8"
    >
      <h2 id="where-to-pay" className="font-bold">
        Where to pay
      </h2>
      {method && <PaymentInstructions method={method} amount={String(amount)} className="w-full" />}
      <PayAnotherWay kind={kind} recordId={recordId} paymentMethod={paymentMethod} />
    </section>
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
    return `Your ${name} was rejected, and BeaconPay hasn't charged you for it.`;
  }
  return `Your ${name} has been submitted, pending manual verification.`;
}
