import { PENDING_STATUS } from '@beaconpay/domain';
import { Clock3, Printer } from 'lucide-react';
import { Link } from 'react-router';
import { Reference } from '../../components/reference.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { RECORD_KINDS, type RecordKind } from '../../manual-payment/record-kinds.ts';
import { ResultCard } from './result-card.tsx';

interface SubmittedResultProps {
  kind: RecordKind;
  referenceId: string | null;
}

/** A manual submission: what was received, its reference, and what happens next. */
export function SubmittedResult({ kind, referenceId }: SubmittedResultProps) {
  const { profile } = useSession();
  const record = RECORD_KINDS[kind];
  return (
    <ResultCard
      icon={Clock3}
      tone="warning"
      title={record.submittedTitle}
      description={`Your ${record.name} has been submitted, pending manual verification.`}
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
      <dl className="mx-5 mb-6 flex flex-col divide-y rounded-lg bg-muted px-4 text-[0.9375rem] sm:mx-8 sm:px-5">
        {referenceId !== null && referenceId !== '' && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <dt className="text-muted-foreground">Reference</dt>
            <dd className="flex min-w-0 items-center">
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
            </dd>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 py-3">
          <dt className="text-muted-foreground">Status</dt>
          <dd>
            <StatusBadge status={PENDING_STATUS} />
          </dd>
        </div>
      </dl>
      <NextSteps recordName={record.name} />
    </ResultCard>
  );
}

function NextSteps({ recordName }: { recordName: string }) {
  const steps = [
    'Our team checks your payment by the reference you gave.',
    `Your ${recordName} is approved, or rejected with a note that you can read.`,
    'You see the outcome in your transaction history.',
  ];
  return (
    <section aria-labelledby="next-steps" className="flex flex-col gap-3 px-5 pb-8 sm:px-8">
      <h2 id="next-steps" className="font-bold">
        What happens next
      </h2>
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-start gap-3 text-[0.9375rem] leading-6">
            <span
              aria-hidden="true"
              className="tabular flex size-6 shrink-0 items-center justify-center rounded-full bg-secondary text-xs font-bold"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
