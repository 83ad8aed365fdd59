import { Link } from '../../components/navigation/link.tsx';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { cn } from '../../lib/class-names.ts';
import { BASE_PATH } from '../../lib/locale.ts';

const classNames =
  'flex min-h-11 shrink-0 items-center gap-2.5 rounded-md text-xl font-extrabold tracking-tight';

/** The mark and the name, with a link to the home page. */
export function BrandLink({ className }: { className?: string }) {
  return (
    <Link to="/" className={cn(classNames, className)}>
      <Brand />
    </Link>
  );
}

/** The same link for places without a router. */
export function PlainBrandLink() {
  return (
    <a href={BASE_PATH} className={classNames}>
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
