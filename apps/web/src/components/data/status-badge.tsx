import { statusLabel, statusTone } from '@beaconpay/domain';
import { Badge } from '../ui/badge.tsx';

/** The state of an order, a recharge or a transaction, in words and color. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant={statusTone(status)} data-status={status}>
      {statusLabel(status)}
    </Badge>
  );
}
