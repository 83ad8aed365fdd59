import { SUPPORTED_BANKS } from '@beaconpay/domain';
import { Landmark } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { countryName } from '../../lib/country-label.ts';
import { m } from '../../paraglide/messages.js';

/** A fixed list of banks and their countries. */
export function SupportedBanks() {
  return (
    <Card>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CardTitle>{m.wire_transfers_supported_banks()}</CardTitle>
          <Badge variant="accent">{m.common_sample_data()}</Badge>
        </div>
        <CardDescription>{m.wire_transfers_sample_banks_for_illustration()}</CardDescription>
      </CardHeader>
      <CardContent>
        <ul
          aria-label={m.wire_transfers_supported_banks()}
          className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3"
        >
          {SUPPORTED_BANKS.map(({ name, countryCode }) => (
            <li key={name} className="flex items-center gap-3.5">
              <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-secondary text-secondary-foreground">
                <Landmark aria-hidden="true" className="size-5" />
              </span>
              <span className="flex min-w-0 flex-col">
                <span className="leading-6 font-semibold">{name}</span>
                <span className="text-sm leading-5 text-muted-foreground">
                  {countryName(countryCode)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
