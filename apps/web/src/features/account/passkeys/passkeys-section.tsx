import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RemovalDialog } from '../../../components/confirmation/removal-dialog.tsx';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../../../components/loading/chunk-error-alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { toast, toastFailure } from '../../../components/ui/toast-store.ts';
import { canUsePasskeys } from '../../../lib/web-authn.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { formatDay } from '../../../lib/format.ts';
import { useHasMounted } from '../../../lib/use-has-mounted.ts';
import { useSession } from '../../../session/session-context.ts';
import { addPasskey, fetchPasskeys, removePasskey, type Passkey } from './api.ts';

const RenamePasskeyDialog = lazyComponent(() => import('./rename-passkey-dialog.tsx'));

/** Adds, renames and removes passkeys. Shows nothing if the browser or the backend has no passkeys. */
export function PasskeysSection() {
  const { user } = useSession();
  const hasMounted = useHasMounted();
  if (!hasMounted || user === null || !canUsePasskeys()) return null;
  return <Passkeys userId={user.id} />;
}

function Passkeys({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const queryKey = ['passkeys', userId];
  const passkeys = useQuery({ queryKey, queryFn: fetchPasskeys });
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const adding = useMutation({ mutationFn: addPasskey });
  const readAgain = () => queryClient.invalidateQueries({ queryKey });

  async function add() {
    try {
      if (!(await adding.mutateAsync())) return;
      toast({ title: 'Passkey added', description: 'You can log in with it now.' });
      await readAgain();
    } catch (error) {
      toastFailure('Passkey not added', error);
    }
  }

  return (
    <Card className="mt-6">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
          Passkeys
        </CardTitle>
        <CardDescription>
          Log in with your fingerprint, face or screen lock instead of a password. A passkey only
          works on this site, so it can&apos;t be phished.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {passkeys.isError && (
          <p role="alert" className="text-sm text-destructive">
            We couldn&apos;t load your passkeys: {errorMessage(passkeys.error)}
          </p>
        )}
        {(passkeys.data ?? []).length > 0 && (
          <ul className="w-full divide-y" aria-label="Passkeys">
            {(passkeys.data ?? []).map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold break-words">{passkey.name}</p>
                  <p className="text-sm text-muted-foreground">
                    Added {formatDay(passkey.createdAt)}
                    {passkey.lastUsedAt !== null && `, last used ${formatDay(passkey.lastUsedAt)}`}
                  </p>
                </div>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenamed(passkey)}
                >
                  Rename
                </Button>
                <RemovalDialog
                  question="Remove this passkey?"
                  consequence="You won't be able to log in with it any more. You can also delete it from your device."
                  remove={async () => {
                    await removePasskey(passkey.id);
                    return true;
                  }}
                  removedTitle="Passkey removed"
                  onRemoved={() => {
                    // The button that opened the dialog is gone.
                    heading.current?.focus();
                    void readAgain();
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        <Button variant="outline" busy={adding.isPending} onClick={() => void add()}>
          Add a passkey
        </Button>
      </CardContent>
      <ChunkBoundary fallback={<ChunkErrorAlert />}>
        {renamed && (
          <RenamePasskeyDialog
            key={renamed.id}
            passkey={renamed}
            onRenamed={() => void readAgain()}
            onClose={() => setRenamed(null)}
          />
        )}
      </ChunkBoundary>
    </Card>
  );
}
