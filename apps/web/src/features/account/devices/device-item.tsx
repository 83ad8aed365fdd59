import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { RemovalDialog } from '../../../components/confirmation/removal-dialog.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { formatAge, formatTimestamp } from '../../../lib/format.ts';
import type { Device } from './api.ts';
import { m } from '../../../paraglide/messages.js';

const ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, unknown: Monitor };

interface DeviceItemProps {
  device: Device;
  /** Throws the backend's error. */
  signOut: () => Promise<void>;
  onSignedOut: () => void;
}

export function DeviceItem({ device, signOut, onSignedOut }: DeviceItemProps) {
  const { name, kind, isCurrent, signedInAt, lastActiveAt } = device;
  const Icon = ICONS[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm text-muted-foreground">
          {isCurrent
            ? m.account_logged_in_at({ time: formatTimestamp(signedInAt) })
            : m.account_logged_in_at_last_active({
                time: formatTimestamp(signedInAt),
                age: formatAge(lastActiveAt),
              })}
        </p>
      </div>
      {isCurrent ? (
        <Badge variant="success">{m.account_this_device()}</Badge>
      ) : (
        <RemovalDialog
          question={m.account_sign_out_this_device()}
          consequence={m.account_name_will_have_to_log_in_again({ name })}
          remove={async () => {
            await signOut();
            return true;
          }}
          removedTitle={m.account_device_signed_out()}
          onRemoved={onSignedOut}
          words={{
            act: m.account_sign_out(),
            acting: m.account_signing_out(),
            failed: m.account_sign_out_failed(),
          }}
          label={m.account_sign_out_name({ name })}
        />
      )}
    </li>
  );
}
