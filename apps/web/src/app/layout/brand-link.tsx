import { Link } from '../../components/navigation/link.tsx';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { cn } from '../../lib/class-names.ts';

const classNames =
  'flex min-h-11 shrink-0 items-center gap-2.5 rounded-md text-xl font-extrabold tracking-tight';

/** The mark and the name, leading home. */
export function BrandLink({ className }: { className?: string }) {
  return (
    <Link to="/" className={cn(classNames, className)}>
      <Brand />
    </Link>
  );
}

/** The same where there is no router yet. */
export function PlainBrandLink() {
  return (
    <a href="/" className={classNames}>
      <Brand />
    </a>
  );
}

function Brand() {
  return (
    <>
      <BeaconMark className="size-9" />
      BeaconPay
    </>
  );
}
