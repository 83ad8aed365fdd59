import { statusLabel } from '@beaconpay/domain';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge, shortId } from '../../lib/format.ts';
import type { EarlierUse } from './pending-api.ts';

/** Warns the reviewer of a reference that another record used before. */
export function ReusedReferenceAlert({ earlier }: { earlier: EarlierUse }) {
  return (
    <Alert variant="warning">
      <AlertTitle>This reference has been used before.</AlertTitle>
      <AlertDescription>
        Record {shortId(earlier.id)} used it {formatAge(earlier.submittedAt)} (
        {statusLabel(earlier.status)}). One payment can cover only one record.
      </AlertDescription>
    </Alert>
  );
}
