import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '../../components/link.tsx';
import { Reference } from '../../components/reference.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { ConfirmationRefusedError, confirmationQuery, type ConfirmationRequest } from './api.ts';
import { FailedResult } from './failed-result.tsx';
import { RECORD_KINDS } from '../../manual-payment/record-kinds.ts';
import { ResultCard } from './result-card.tsx';

const UNEXPECTED = 'An unexpected error occurred while confirming...';

/** Has a card provider's payment confirmed, and shows how that went. */
export function ConfirmationResult({ request }: { request: ConfirmationRequest }) {
  const { profile } = useSession();
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(confirmationQuery(request));
  const problem = error === null ? null : problemOf(error);

  useEffect(() => {
    if (problem === null) return;
    toast({ title: 'Confirmation Error', description: problem, variant: 'destructive' });
  }, [problem, errorUpdatedAt]);

  if (isFetching) return <Confirming />;
  if (problem !== null) return <FailedResult message={problem} onRetry={() => void refetch()} />;

  const record = RECORD_KINDS[request.kind];
  const isRepeated = data === 'already-confirmed';
  return (
    <ResultCard
      icon={CircleCheck}
      tone="success"
      title={isRepeated ? 'Payment Already Confirmed' : 'Payment Confirmed'}
      description={
        isRepeated
          ? `The payment for your ${record.name} was already confirmed.`
          : `The payment for your ${record.name} is confirmed.`
      }
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
    >
      <p className="mx-5 mb-8 flex flex-wrap items-center justify-between gap-x-4 rounded-lg bg-muted px-4 py-2 text-[0.9375rem] sm:mx-8 sm:px-5">
        <span className="text-muted-foreground">Reference</span>
        <Reference value={request.recordId} />
      </p>
    </ResultCard>
  );
}

function Confirming() {
  return (
    <ResultCard
      icon={LoaderCircle}
      tone="neutral"
      title="Confirming your payment"
      description="This takes a moment. Please keep this page open."
      isBusy
    />
  );
}

function problemOf(error: Error): string {
  return error instanceof ConfirmationRefusedError ? error.message : UNEXPECTED;
}
