import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { RemovalDialog } from '../../../components/confirmation/removal-dialog.tsx';
import { TryAgainLink } from '../../../components/loading/try-again-link.tsx';
import { Alert } from '../../../components/ui/alert.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorMessage } from '../../../lib/error-message.ts';
import { useWasInView } from '../../../lib/use-was-in-view.ts';
import { useSession } from '../../../session/session-context.ts';
import { fetchDevices, signOutDevice, signOutOtherDevices } from './api.ts';
import { DeviceItem } from './device-item.tsx';

/** Lists the devices of the user and signs them out. */
export function DevicesSection() {
  const { user } = useSession();
  return user === null ? null : <Devices userId={user.id} />;
}

function Devices({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasInView, card] = useWasInView();
  const queryKey = ['devices', userId];
  const list = useQuery({ queryKey, queryFn: fetchDevices, enabled: wasInView, staleTime: 0 });
  const devices = list.data?.devices ?? [];

  function onSignedOut() {
    heading.current?.focus();
    void queryClient.invalidateQueries({ queryKey });
  }

  return (
    <Card ref={card} className="mt-6">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
          Logged-in devices
        </CardTitle>
        <CardDescription>
          Devices logged in to your account. If you don&apos;t recognize one, sign it out and change
          your password.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {list.isPending && <Skeleton className="h-14 w-full" />}
        {list.isError && list.data === undefined && (
          <Alert variant="destructive" role="alert">
            We couldn&apos;t load your devices: {errorMessage(list.error)}{' '}
            <TryAgainLink onRetry={() => void list.refetch()} />
          </Alert>
        )}
        {devices.length > 0 && (
          <ul className="w-full divide-y" aria-label="Logged-in devices">
            {devices.map((device) => (
              <DeviceItem
                key={device.sessionId}
                device={device}
                signOut={() => signOutDevice(userId, device.sessionId)}
                onSignedOut={onSignedOut}
              />
            ))}
          </ul>
        )}
        {list.data?.hasMore === true && (
          <p className="text-sm text-muted-foreground">
            Only the most recently active devices are listed. Signing out other devices includes
            those not listed.
          </p>
        )}
        {devices.some(({ isCurrent }) => !isCurrent) && (
          <RemovalDialog
            question="Sign out other devices?"
            consequence="You'll stay logged in here. Every other device will have to log in again."
            remove={async () => {
              await signOutOtherDevices(userId);
              return true;
            }}
            removedTitle="Other devices signed out"
            onRemoved={onSignedOut}
            words={{
              act: 'Sign out other devices',
              acting: 'Signing out…',
              failed: 'Sign-out failed',
            }}
          />
        )}
      </CardContent>
    </Card>
  );
}
