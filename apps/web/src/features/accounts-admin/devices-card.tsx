import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { formatAge, formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { CustomerDevice } from './customer-api.ts';

const ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, unknown: Monitor };
const DEVICES_SHOWN = 10;

/** Where the customer is logged in, the latest activity first. */
export function DevicesCard({ devices }: { devices: readonly CustomerDevice[] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.account_logged_in_devices()}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {devices.length === 0 ? (
          <p className="text-muted-foreground">{m.account_admin_no_devices()}</p>
        ) : (
          <ul aria-label={m.account_logged_in_devices()} className="divide-y">
            {devices.slice(0, DEVICES_SHOWN).map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </ul>
        )}
        {devices.length > DEVICES_SHOWN && (
          <p className="text-sm text-muted-foreground">
            {m.admin_showing_the_count_most_recent({ count: DEVICES_SHOWN })}
          </p>
        )}
      </CardContent>
    </Card>
  );
}

function Device({ device: { kind, name, signedInAt, lastActiveAt } }: { device: CustomerDevice }) {
  const Icon = ICONS[kind];
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm text-muted-foreground">
          {m.account_logged_in_at_last_active({
            time: formatTimestamp(signedInAt),
            age: formatAge(lastActiveAt),
          })}
        </p>
      </div>
    </li>
  );
}
