import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { RemovalDialog } from '../../../components/confirmation/removal-dialog.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { formatAge, formatTimestamp } from '../../../lib/format.ts';
import type { Device } from './api.ts';

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
          Logged in {formatTimestamp(signedInAt)}
          {!isCurrent && `, last active ${formatAge(lastActiveAt)}`}
        </p>
      </div>
      {isCurrent ? (
        <Badge variant="success">This device</Badge>
      ) : (
        <RemovalDialog
          question="Sign out this device?"
          consequence={`${name} will have to log in again.`}
          remove={async () => {
            await signOut();
            return true;
          }}
          removedTitle="Device signed out"
          onRemoved={onSignedOut}
          words={{ act: 'Sign out', acting: 'Signing out…', failed: 'Sign-out failed' }}
          label={`Sign out ${name}`}
        />
      )}
    </li>
  );
}
