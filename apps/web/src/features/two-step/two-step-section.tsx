import { lazy, useRef, useState } from 'react';
import { PartBoundary } from '../../components/part-boundary.tsx';
import { UnloadedPart } from '../../components/unloaded-part.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { formatDay } from '../../lib/format.ts';
import { useSession } from '../../session/session-context.ts';
import { RemoveAppDialog } from './remove-app-dialog.tsx';

// Each is opened a few times in an account's life.
const RecoveryCodesDialog = lazy(() =>
  import('./recovery-codes-dialog.tsx').then((part) => ({ default: part.RecoveryCodesDialog })),
);
const SetUpDialog = lazy(() =>
  import('./set-up-dialog.tsx').then((part) => ({ default: part.SetUpDialog })),
);

/** What a factor is called that nobody gave a name. */
const NAMES: Partial<Record<string, string>> = { phone: 'Phone', webauthn: 'Security key' };

type OpenDialog = 'set-up' | 'recovery-codes' | null;

/** Where somebody sets the second step of their sign-in up, renews its recovery codes and removes it. */
export function TwoStepSection() {
  const { user } = useSession();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const apps = user?.factors?.filter(({ status }) => status === 'verified') ?? [];
  const close = () => setOpenDialog(null);

  return (
    <Card className="mt-6">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
          Two-step verification
        </CardTitle>
        <CardDescription>
          After your password we ask for a code from an app on your phone. A stolen password alone
          opens nothing.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {apps.length === 0 ? (
          <Button onClick={() => setOpenDialog('set-up')}>Set Up</Button>
        ) : (
          <>
            <ul className="w-full divide-y" aria-label="Apps">
              {apps.map((app) => (
                <li key={app.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold break-words">
                      {app.friendly_name ?? NAMES[app.factor_type] ?? 'Authenticator app'}
                    </p>
                    <p className="text-sm text-muted-foreground">
                      Added {formatDay(app.created_at)}
                    </p>
                  </div>
                  <Badge variant="success">On</Badge>
                  <RemoveAppDialog factorId={app.id} onRemoved={() => heading.current?.focus()} />
                </li>
              ))}
            </ul>
            <Button variant="outline" onClick={() => setOpenDialog('recovery-codes')}>
              New Recovery Codes
            </Button>
          </>
        )}
      </CardContent>
      <PartBoundary fallback={<UnloadedPart />}>
        {openDialog === 'set-up' && <SetUpDialog onClose={close} />}
        {openDialog === 'recovery-codes' && <RecoveryCodesDialog onClose={close} />}
      </PartBoundary>
    </Card>
  );
}
