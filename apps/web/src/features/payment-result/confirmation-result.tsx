import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import {
  ConfirmationRefusedError,
  confirmationQuery,
  submittedRecordQuery,
  type ConfirmationRequest,
} from './api.ts';
import { FailedResult } from './failed-result.tsx';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { RecordFact, RecordFacts } from './record-fact.tsx';
import { RecordSummary } from './record-summary.tsx';
import { ResultCard } from './result-card.tsx';
import { SupportLine } from './support-line.tsx';
import { m } from '../../paraglide/messages.js';

const UNEXPECTED = m.payment_result_unexpected_error_occurred_while_confirming();

/** Confirms a payment of the card provider, and shows the result. */
export function ConfirmationResult({ request }: { request: ConfirmationRequest }) {
  const { profile } = useSession();
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(confirmationQuery(request));
  const problem = error === null ? null : problemOf(error);
  const { userId, kind, recordId } = request;
  const stored = useQuery({
    ...submittedRecordQuery(userId, kind, recordId),
    enabled: data !== undefined,
  });

  useEffect(() => {
    if (problem === null) return;
    toast({
      title: m.payment_result_confirmation_error(),
      description: problem,
      variant: 'destructive',
    });
  }, [problem, errorUpdatedAt]);

  if (isFetching) return <Confirming />;
  if (problem !== null) return <FailedResult message={problem} onRetry={() => void refetch()} />;

  const record = RECORD_KINDS[kind];
  const isRepeated = data === 'already-confirmed';
  return (
    <ResultCard
      icon={CircleCheck}
      tone="success"
      title={
        isRepeated
          ? m.payment_result_payment_already_confirmed()
          : m.payment_result_payment_confirmed()
      }
      description={
        isRepeated
          ? m.payment_result_payment_was_already_confirmed({ noun: record.noun })
          : m.payment_result_payment_is_confirmed({ noun: record.noun })
      }
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
        <RecordFact label={m.payment_result_reference_id()}>
          <Reference value={recordId} label={m.common_reference_id()} />
        </RecordFact>
      </RecordFacts>
      {stored.data && <RecordSummary record={stored.data} />}
    </ResultCard>
  );
}

function Confirming() {
  return (
    <ResultCard
      icon={LoaderCircle}
      tone="neutral"
      title={m.payment_result_confirming_your_payment()}
      description={m.payment_result_this_takes_moment_please_keep_this_page()}
      isBusy
    />
  );
}

function problemOf(error: Error): string {
  return error instanceof ConfirmationRefusedError ? error.message : UNEXPECTED;
}
