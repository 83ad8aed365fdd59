import { statusLabel } from '@beaconpay/domain';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge } from '../../lib/format.ts';
import type { Decision } from './pending-api.ts';

interface DecidedAlertProps {
  /** What the record is called: "order". */
  name: string;
  /** Undefined while only that there is one is known. */
  decision: Decision | undefined;
  /** What the service said to a review that came too late. */
  refusal: string | null;
}

/** The record was decided by somebody else: by whom and how. */
export function DecidedAlert({ name, decision, refusal }: DecidedAlertProps) {
  return (
    <Alert variant="warning" role="alert">
      <AlertTitle>This {name} was already reviewed.</AlertTitle>
      <AlertDescription>
        {decision && <p>{sentenceOf(decision)}</p>}
        {decision?.notes && (
          <p className="line-clamp-4 break-words whitespace-pre-line">Notes: {decision.notes}</p>
        )}
        {refusal !== null && (
          <p>{decision ? '' : `${refusal} `}Nothing was changed, and the list has been reloaded.</p>
        )}
      </AlertDescription>
    </Alert>
  );
}

function sentenceOf({ status, decidedAt, decidedBy }: Decision): string {
  const by = decidedBy === null ? 'Its payment was confirmed' : `Decided by ${decidedBy}`;
  const when = decidedAt === null ? '' : `, ${formatAge(decidedAt)}`;
  return `${by}: ${statusLabel(status)}${when}.`;
}
