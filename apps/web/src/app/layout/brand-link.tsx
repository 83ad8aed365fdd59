import { Link } from '../../components/link.tsx';
import { BeaconMark } from '../../components/beacon-mark.tsx';
import { cn } from '../../lib/class-names.ts';

/** The mark and the name, leading home. */
export function BrandLink({ className }: { className?: string }) {
  return (
    <Link
      to="/"
      className={cn(
        'flex min-h-11 shrink-0 items-center gap-2.5 rounded-md text-xl font-extrabold tracking-tight',
        className,
      )}
    >
      <BeaconMark className="size-9" />
      BeaconPay
    </Link>
  );
}
