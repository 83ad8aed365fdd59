import { isIncomingTransaction } from '@beaconpay/domain';
import {
  ArrowDownLeft,
  ArrowUpRight,
  CreditCard,
  Globe,
  Smartphone,
  type LucideIcon,
} from 'lucide-react';
import { cn } from '../../lib/class-names.ts';

const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  card_order: CreditCard,
  recharge: Smartphone,
  wire_transfer: Globe,
};

/** The icon of a transaction type. Incoming money is green. */
export function TransactionIcon({ type }: { type: string }) {
  const isIncoming = isIncomingTransaction(type);
  const Icon = isIncoming ? ArrowDownLeft : (icons[type] ?? ArrowUpRight);
  return (
    <span
      className={cn(
        'flex size-11 shrink-0 items-center justify-center rounded-full',
        isIncoming
          ? 'bg-success-surface text-success-text'
          : 'bg-secondary text-secondary-foreground',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
