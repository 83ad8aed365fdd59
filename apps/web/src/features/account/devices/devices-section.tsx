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
import { m } from '../../../paraglide/messages.js';

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
          {m.account_logged_in_devices()}
        </CardTitle>
        <CardDescription>{m.account_devices_logged_in_to_your_account_if()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {list.isPending && <Skeleton className="h-14 w-full" />}
        {list.isError && list.data === undefined && (
          <Alert variant="destructive" role="alert">
            {m.account_we_couldnt_load_your_devices({ problem: errorMessage(list.error) })}{' '}
            <TryAgainLink onRetry={() => void list.refetch()} />
          </Alert>
        )}
        {devices.length > 0 && (
          <ul className="w-full divide-y" aria-label={m.account_logged_in_devices()}>
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
            {m.account_only_most_recently_active_devices_are_listed()}
          </p>
        )}
        {devices.some(({ isCurrent }) => !isCurrent) && (
          <RemovalDialog
            question={m.account_sign_out_other_devices()}
            consequence={m.account_youll_stay_logged_in_here_every_other()}
            remove={async () => {
              await signOutOtherDevices(userId);
              return true;
            }}
            removedTitle={m.account_other_devices_signed_out()}
            onRemoved={onSignedOut}
            words={{
              act: m.account_sign_out_other_devices_2(),
              acting: m.account_signing_out(),
              failed: m.account_sign_out_failed(),
            }}
          />
        )}
      </CardContent>
    </Card>
  );
}
