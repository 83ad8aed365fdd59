import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge, shortId } from '../../lib/format.ts';
import type { EarlierUse } from './pending-state-api.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';

/** Warns the reviewer of a reference that another record used before. */
export function ReusedReferenceAlert({ earlier }: { earlier: EarlierUse }) {
  return (
    <Alert variant="warning">
      <AlertTitle>{m.admin_this_reference_has_been_used_before()}</AlertTitle>
      <AlertDescription>
        {m.admin_record_used_it({
          record: shortId(earlier.id),
          age: formatAge(earlier.submittedAt),
          status: statusLabel(earlier.status),
        })}
      </AlertDescription>
    </Alert>
  );
}
