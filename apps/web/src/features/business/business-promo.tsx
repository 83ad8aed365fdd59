import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { Button } from '../../components/ui/button.tsx';

/** A look ahead; its button has nowhere to lead yet. */
export function BusinessPromo() {
  return (
    <section
      aria-labelledby="business-promo-title"
      className="night-sea flex flex-col gap-6 rounded-2xl p-6 sm:flex-row sm:items-center sm:justify-between sm:p-10"
    >
      <div className="flex min-w-0 flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
        <BeaconMark className="size-14" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <h2 id="business-promo-title" className="text-xl font-bold tracking-tight sm:text-2xl">
            One account for the whole company
          </h2>
          <p className="max-w-xl leading-7 text-sea-muted">
            Cards for every team, spending at a glance and books that close themselves. We&apos;re
            building it now.
          </p>
        </div>
      </div>
      <Button size="lg" disabled>
        Upgrade to Business Pro
      </Button>
    </section>
  );
}
