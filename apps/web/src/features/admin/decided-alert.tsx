import { statusLabel } from '@beaconpay/domain';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge } from '../../lib/format.ts';
import type { Decision } from './pending-api.ts';

interface DecidedAlertProps {
  /** What the record is called: "order". */
  name: string;
  /** Undefined until it is read. */
  decision: Decision | undefined;
  /** The service's message to a review that came too late. */
  refusal: string | null;
}

/** Another administrator reviewed the record: who, and how. */
export function DecidedAlert({ name, decision, refusal }: DecidedAlertProps) {
  return (
    <Alert variant="warning" role="alert">
      <AlertTitle>This {name} has already been reviewed.</AlertTitle>
      <AlertDescription>
        {decision && <p>{sentenceOf(decision)}</p>}
        {decision?.notes && (
          <p className="line-clamp-4 break-words whitespace-pre-line">Notes: {decision.notes}</p>
        )}
        {refusal !== null && (
          <p>
            {decision ? '' : `${refusal} `}Your decision wasn&apos;t saved. The list is up to date
            now.
          </p>
        )}
      </AlertDescription>
    </Alert>
  );
}

function sentenceOf({ status, decidedAt, decidedBy }: Decision): string {
  const by = decidedBy === null ? 'Paid by card' : `Reviewed by ${decidedBy}`;
  const when = decidedAt === null ? '' : `, ${formatAge(decidedAt)}`;
  return `${by}: ${statusLabel(status)}${when}.`;
}
