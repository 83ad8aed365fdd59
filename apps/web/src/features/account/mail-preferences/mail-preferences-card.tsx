import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TryAgainLink } from '../../../components/loading/try-again-link.tsx';
import { Alert } from '../../../components/ui/alert.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast-store.ts';
import { m } from '../../../paraglide/messages.js';
import { useChangeErrorToast } from '../../../session/require-session.ts';
import { useSession } from '../../../session/session-context.ts';
import { mailPreferencesQuery, saveMailPreferences } from './api.ts';

const CHECKBOX_ID = 'optional-mails';

/** Which mails the user gets. Mails about decisions are essential and always sent. */
export function MailPreferencesCard() {
  const { user } = useSession();
  return user === null ? null : <Preferences key={user.id} userId={user.id} />;
}

function Preferences({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const query = mailPreferencesQuery(userId);
  const stored = useQuery(query);
  const saving = useMutation({
    mutationFn: (isOn: boolean) => saveMailPreferences(userId, isOn),
  });

  async function change(isOn: boolean) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(isOn);
      queries.setQueryData(query.queryKey, isOn);
      toast({
        title: m.mailprefs_saved(),
        description: isOn ? m.mailprefs_saved_on() : m.mailprefs_saved_off(),
      });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
  }

  return (
    <Card id="emails" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{m.mailprefs_title()}</CardTitle>
        <CardDescription>{m.mailprefs_description()}</CardDescription>
      </CardHeader>
      <CardContent>
        {stored.data === undefined ? (
          stored.isError ? (
            <Alert variant="warning" role="alert">
              {m.mailprefs_load_failed()} <TryAgainLink onRetry={() => void stored.refetch()} />
            </Alert>
          ) : (
            <Skeleton className="h-11 w-full max-w-sm" />
          )
        ) : (
          <div className="flex min-h-11 items-center gap-3">
            <input
              id={CHECKBOX_ID}
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={saving.isPending ? saving.variables : stored.data}
              aria-describedby={`${CHECKBOX_ID}-hint`}
              onChange={({ target }) => void change(target.checked)}
            />
            <div className="min-w-0">
              <Label htmlFor={CHECKBOX_ID}>{m.mailprefs_optional()}</Label>
              <p id={`${CHECKBOX_ID}-hint`} className="text-sm text-muted-foreground">
                {m.mailprefs_optional_hint()}
              </p>
            </div>
          </div>
        )}
      </CardContent>
    </Card>
  );
}
