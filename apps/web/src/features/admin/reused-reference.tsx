import { statusLabel } from '@beaconpay/domain';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { formatAge, shortId } from '../../lib/format.ts';
import type { EarlierUse } from './pending-api.ts';

/** Warns the reviewer of a payment whose reference another record named first. */
export function ReusedReferenceAlert({ earlier }: { earlier: EarlierUse }) {
  return (
    <Alert variant="warning">
      <AlertTitle>This reference was used before.</AlertTitle>
      <AlertDescription>
        Record {shortId(earlier.id)} named it {formatAge(earlier.submittedAt)} and is{' '}
        {statusLabel(earlier.status)}. One payment pays for one record.
      </AlertDescription>
    </Alert>
  );
}
