import { statusTone } from '@beaconpay/domain';
import { Badge } from '../ui/badge.tsx';
import { statusLabel } from '../../lib/status-label.ts';

/** The status of an order, a recharge or a transaction, as text and color. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant={statusTone(status)} data-status={status}>
      {statusLabel(status)}
    </Badge>
  );
}
