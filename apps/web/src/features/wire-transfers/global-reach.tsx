import { CURRENCIES } from '@beaconpay/domain';
import { Check } from 'lucide-react';
import { marketingCopy } from '../../lib/marketing-copy.ts';
import { m } from '../../paraglide/messages.js';

const cryptoCount = CURRENCIES.filter(({ kind }) => kind === 'crypto').length;

const points = [
  m.wire_transfers_bank_accounts_and_crypto_wallets_from_one(),
  m.wire_transfers_count_currencies({ count: CURRENCIES.length, cryptoCount }),
  m.wire_transfers_ibans_swift_bic_codes_and_wallet_addresses(),
];

/** What the wire page offers, above a horizon in the light of the beacon. */
export function GlobalReach() {
  return (
    <section
      aria-labelledby="global-reach-title"
      className="night-sea relative flex min-w-0 flex-col overflow-hidden rounded-xl"
    >
      <div className="flex flex-col gap-3 p-6 pb-2 sm:p-8 sm:pb-4">
        <h2
          id="global-reach-title"
          className="text-3xl leading-tight font-extrabold tracking-tight"
        >
          {m.wire_transfers_global_reach()}
        </h2>
        <p className="text-lg leading-8 text-sea-muted">
          {m.wire_transfers_send_to_countries({ countries: marketingCopy.wireCountries })}
        </p>
        <ul className="mt-2 flex flex-col gap-3">
          {points.map((point) => (
            <li key={point} className="flex items-start gap-3 leading-6">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
              <span className="min-w-0">{point}</span>
            </li>
          ))}
        </ul>
      </div>
      <Horizon />
    </section>
  );
}

/** The upper edge of a globe with three routes. */
function Horizon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 384 170"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className="mt-auto block h-40 w-full shrink-0 sm:h-48 lg:h-40"
    >
      <g className="stroke-sea-border" strokeWidth="1.25">
        <circle cx="192" cy="310" r="240" />
        <ellipse cx="192" cy="310" rx="66" ry="240" />
        <ellipse cx="192" cy="310" rx="146" ry="240" />
        <path d="M192 70v100M86 95c64 17 148 17 212 0M28 136c92 26 236 26 328 0" />
        <path d="M104 122c20-44 76-66 116-28" strokeDasharray="4 5" />
        <path d="M220 94c40-30 76-8 92 26" strokeDasharray="4 5" />
      </g>
      <path
        d="M56 148C84 34 238-6 300 96"
        className="stroke-primary"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <g className="fill-primary">
        <circle cx="56" cy="148" r="5" />
        <circle cx="300" cy="96" r="5" />
      </g>
      <g className="fill-sea-muted">
        <circle cx="104" cy="122" r="3.5" />
        <circle cx="220" cy="94" r="3.5" />
        <circle cx="312" cy="120" r="3.5" />
      </g>
    </svg>
  );
}
