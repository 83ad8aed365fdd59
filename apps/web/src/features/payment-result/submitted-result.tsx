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
import { ReceivedPaymentNotice } from '../../payment/received-payment-notice.tsx';
import { amountDue } from '../../payment/received-payment.ts';
import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { shownWith } from '../../payment/payment-methods.ts';
import { TransferCode } from '../../payment/transfer-code.tsx';
import { RECORD_KINDS, type RecordKind, type RecordKindFacts } from '../../payment/record-kinds.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { followSubmittedRecord, submittedRecordQuery, type SubmittedRecord } from './api.ts';
import { NextSteps } from './next-steps.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { ResultCard } from './result-card.tsx';
import { RecordFact, RecordFacts } from './record-fact.tsx';
import { RecordSummary, RecordSummaryComing } from './record-summary.tsx';
import { SupportLine } from './support-line.tsx';
import { m } from '../../paraglide/messages.js';

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
      description={descriptionOf(record.noun, tone)}
      actions={
        <>
          <Button asChild>
            <Link to={dashboardPath(profile?.account_type)}>{m.common_my_dashboard()}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={record.path}>{record.another}</Link>
          </Button>
        </>
      }
      footnote={<SupportLine />}
    >
      <RecordFacts>
        <RecordFact label={m.payment_result_short_id()}>
          <code className="font-mono text-base font-bold">{shortId(referenceId)}</code>
        </RecordFact>
        <RecordFact label={m.payment_result_reference_id()}>
          <Reference value={referenceId} label={m.common_reference_id()} />
          <Button
            variant="ghost"
            size="icon"
            className="size-9 text-muted-foreground"
            aria-label={m.payment_result_print_this_page()}
            data-print="hidden"
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" />
          </Button>
        </RecordFact>
        <RecordFact label={m.payment_result_status()}>
          <StatusBadge status={status} />
        </RecordFact>
        {stored.data?.adminNotes && (
          <RecordFact
            label={tone === 'destructive' ? m.payment_result_reason() : m.payment_result_note()}
          >
            <bdi className="whitespace-pre-line">{stored.data.adminNotes}</bdi>
          </RecordFact>
        )}
      </RecordFacts>
      {stored.data?.received && isWaiting && (
        <ReceivedPaymentNotice
          payment={stored.data.received}
          noun={record.noun}
          code={stored.data.paymentCode}
          className="mx-5 mb-6 sm:mx-8"
        />
      )}
      {stored.isLoading && <RecordSummaryComing />}
      {stored.isError && stored.data === undefined && (
        <Alert variant="destructive" role="alert" className="mx-5 mb-6 sm:mx-8">
          {m.payment_result_we_couldnt_load_your_record({ noun: record.noun })}{' '}
          <TryAgainLink onRetry={() => void stored.refetch()} />
        </Alert>
      )}
      {stored.data && <RecordSummary record={stored.data} />}
      {stored.data && isWaiting && stored.data.received?.state !== 'received' && (
        <WhereToPay kind={kind} recordId={referenceId} record={stored.data} />
      )}
      {tone === 'warning' && !stored.isLoading && <NextSteps noun={record.noun} />}
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
  const { currency, paymentMethod, paymentDetails, paymentCode } = record;
  const amount = amountDue(record.amount, record.received);
  const method = paymentMethod === 'card_payment' ? null : shownWith(paymentMethod, paymentDetails);
  return (
    <section
      aria-labelledby="where-to-pay"
      className="mx-5 mb-6 flex flex-col items-start gap-3 sm:mx-8"
    >
      <h2 id="where-to-pay" className="font-bold">
        {m.payment_result_where_to_pay()}
      </h2>
      {method && (
        <PaymentInstructions method={method} amount={amount} currency={currency} className="w-full">
          {paymentCode !== null && (
            <TransferCode code={paymentCode} method={method} amount={amount} currency={currency} />
          )}
        </PaymentInstructions>
      )}
      <PayAnotherWay kind={kind} recordId={recordId} paymentMethod={paymentMethod} />
    </section>
  );
}

function titleOf(kind: RecordKind, tone: StatusTone): string {
  const { noun, submittedTitle } = RECORD_KINDS[kind];
  if (tone === 'success') return m.payment_result_record_approved({ noun });
  return tone === 'destructive' ? m.payment_result_record_rejected({ noun }) : submittedTitle;
}

function descriptionOf(noun: RecordKindFacts['noun'], tone: StatusTone): string {
  if (tone === 'success') return m.payment_result_payment_verified_and_record_approved({ noun });
  if (tone === 'destructive') return m.payment_result_your_record_was_rejected({ noun });
  return m.payment_result_your_record_has_been_submitted({ noun });
}
