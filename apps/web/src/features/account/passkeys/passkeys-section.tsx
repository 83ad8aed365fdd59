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
import { m } from '../../../paraglide/messages.js';

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
      toast({
        title: m.account_passkey_added(),
        description: m.account_you_can_log_in_with_it_now(),
      });
      await readAgain();
    } catch (error) {
      toastFailure(m.account_passkey_not_added(), error);
    }
  }

  return (
    <Card className="mt-6">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
          {m.common_passkeys()}
        </CardTitle>
        <CardDescription>{m.account_log_in_with_your_fingerprint_face_or()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {passkeys.isError && (
          <p role="alert" className="text-sm text-destructive">
            {m.account_we_couldnt_load_your_passkeys()} {errorMessage(passkeys.error)}
          </p>
        )}
        {(passkeys.data ?? []).length > 0 && (
          <ul className="w-full divide-y" aria-label={m.common_passkeys()}>
            {(passkeys.data ?? []).map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold break-words">
                    <bdi>{passkey.name}</bdi>
                  </p>
                  <p className="text-sm text-muted-foreground">
                    {passkey.lastUsedAt === null
                      ? m.account_passkey_added_on({ day: formatDay(passkey.createdAt) })
                      : m.account_passkey_added_on_last_used({
                          day: formatDay(passkey.createdAt),
                          lastUsed: formatDay(passkey.lastUsedAt),
                        })}
                  </p>
                </div>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={m.account_rename_name({ name: passkey.name })}
                  onClick={() => setRenamed(passkey)}
                >
                  {m.account_rename()}
                </Button>
                <RemovalDialog
                  question={m.account_remove_this_passkey()}
                  consequence={m.account_you_wont_be_able_to_log_in()}
                  remove={async () => {
                    await removePasskey(passkey.id);
                    return true;
                  }}
                  removedTitle={m.account_passkey_removed()}
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
          {m.account_add_a_passkey()}
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
