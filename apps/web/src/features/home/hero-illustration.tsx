import { ArrowDownLeft, Check } from 'lucide-react';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import beaconBeams from './beacon-beams.svg';
import cardWaves from './card-waves.svg';
import { m } from '../../paraglide/messages.js';

/** A decorative card in the light of the beacon with two events around it. */
export function HeroIllustration() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto max-[18rem]:hidden w-full max-w-[27rem] pt-10 pb-14 sm:pt-12"
    >
      <img
        src={beaconBeams}
        alt=""
        className="pointer-events-none absolute top-1/2 left-1/2 aspect-4/3 w-[70rem] max-w-none -translate-x-1/2 -translate-y-1/2"
      />
      <div className="relative aspect-[1.586] w-full -rotate-3 rounded-2xl border border-white/15 bg-[linear-gradient(135deg,#163a6b_0%,#0b2447_48%,#071a33_100%)] p-6 text-white shadow-lg sm:p-7">
        <img src={cardWaves} alt="" className="absolute inset-0 size-full rounded-2xl" />
        <div className="relative flex h-full flex-col justify-between">
          <div className="flex items-start justify-between">
            <span className="flex items-center gap-2 text-lg font-extrabold">
              <BeaconMark className="size-8" />
              BeaconPay
            </span>
            <span className="rounded-full border border-white/25 px-3 py-1 text-xs font-semibold">
              {m.home_premium()}
            </span>
          </div>
          <span className="block h-9 w-12 rounded-md bg-[linear-gradient(135deg,#ffe3a8,#e9a72c)]" />
          <div className="flex items-end justify-between gap-4">
            <span dir="ltr" className="tabular text-lg tracking-[0.14em] sm:text-xl">
              •••• 4821
            </span>
            <span className="text-sm text-white/80">08/30</span>
          </div>
        </div>
      </div>
      <div className="absolute end-0 bottom-2 flex items-center gap-3 rounded-xl border border-sea-border bg-sea-raised px-4 py-3 shadow-lg sm:-end-4">
        <span className="flex size-10 items-center justify-center rounded-full bg-[#0d3229] text-[#7fe0bb]">
          <ArrowDownLeft className="size-5" />
        </span>
        <span className="flex flex-col leading-tight">
          <span className="text-sm text-sea-muted">{m.home_payment_received()}</span>
          <span className="tabular font-bold">{m.home_sample_amount()}</span>
        </span>
      </div>
      <div className="absolute top-0 start-0 flex items-center gap-2.5 rounded-full border border-sea-border bg-sea-raised py-2 pe-4 ps-2 shadow-lg sm:-start-3">
        <span className="flex size-7 items-center justify-center rounded-full bg-primary text-primary-foreground">
          <Check className="size-4" strokeWidth={3} />
        </span>
        <span className="text-sm font-semibold">{m.home_card_approved()}</span>
      </div>
    </div>
  );
}
