import type { RecordKindFacts } from '../../payment/record-kinds.ts';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge } from '../../lib/format.ts';
import type { Decision } from './pending-state-api.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';

interface DecidedAlertProps {
  noun: RecordKindFacts['noun'];
  /** Undefined while it loads. */
  decision: Decision | undefined;
  /** The message of the server for a review that came too late. */
  errorText: string | null;
}

/** Shows which administrator reviewed the record, and how. */
export function DecidedAlert({ noun, decision, errorText }: DecidedAlertProps) {
  return (
    <Alert variant="warning" role="alert">
      <AlertTitle>{m.admin_record_already_reviewed({ noun })}</AlertTitle>
      <AlertDescription>
        {decision && <p>{sentenceOf(decision)}</p>}
        {decision?.notes && (
          <p className="line-clamp-4 break-words whitespace-pre-line">
            {m.admin_notes()} <bdi>{decision.notes}</bdi>
          </p>
        )}
        {errorText !== null && (
          <p>
            {decision ? '' : `${errorText} `}
            {m.admin_your_decision_wasnt_saved_list_is_up()}
          </p>
        )}
      </AlertDescription>
    </Alert>
  );
}

function sentenceOf({ status, decidedAt, decidedBy }: Decision): string {
  const result = statusLabel(status);
  if (decidedBy === null) {
    return decidedAt === null
      ? m.admin_paid_by_card_result({ status: result })
      : m.admin_paid_by_card_result_age({ status: result, age: formatAge(decidedAt) });
  }
  return decidedAt === null
    ? m.admin_reviewed_by_result({ name: decidedBy, status: result })
    : m.admin_reviewed_by_result_age({
        name: decidedBy,
        status: result,
        age: formatAge(decidedAt),
      });
}
