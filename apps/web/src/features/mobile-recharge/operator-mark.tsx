import type { Operator } from '@beaconpay/domain';
import { cn } from '../../lib/class-names.ts';

const TINTS = [
  'bg-brand text-brand-foreground',
  'bg-primary text-primary-foreground',
  'bg-accent text-accent-foreground',
  'bg-secondary text-secondary-foreground',
] as const;

/** Two letters for an operator in one of the product's colors. It is not the company's logo. */
export function OperatorMark({ operator, className }: { operator: Operator; className?: string }) {
  const tint = TINTS[operator.logo.charCodeAt(0) % TINTS.length];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'flex size-11 shrink-0 items-center justify-center rounded-full text-sm font-extrabold tracking-wide',
        tint,
        className,
      )}
    >
      {operator.logo}
    </span>
  );
}
