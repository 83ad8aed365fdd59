import { statusLabel } from '@beaconpay/domain';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge } from '../../lib/format.ts';
import type { Decision } from './pending-api.ts';

interface DecidedAlertProps {
  /** The name of the record: "order". */
  name: string;
  /** Undefined while it loads. */
  decision: Decision | undefined;
  /** The message of the server for a review that came too late. */
  refusal: string | null;
}

/** Says which administrator reviewed the record, and how. */
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
