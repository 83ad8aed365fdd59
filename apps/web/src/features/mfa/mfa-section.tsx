import { useRef, useState } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../../components/loading/chunk-error-alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { verifiedFactorsOf } from '../../session/mfa/factor-kinds.ts';
import { useSession } from '../../session/session-context.ts';
import { FactorItem } from './factor-item.tsx';

// Few visits open these dialogs.
const RecoveryCodesDialog = lazyComponent(() => import('./recovery-codes-dialog.tsx'));
const EnrolmentDialog = lazyComponent(() => import('./enrolment-dialog.tsx'));

type OpenDialog = 'set-up' | 'recovery-codes' | null;

/** Adds and removes second factors, and replaces the recovery codes. */
export function MfaSection() {
  const { user } = useSession();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = verifiedFactorsOf(user);
  const close = () => setOpenDialog(null);

  return (
    <Card className="mt-6">
      <CardHeader>
        <div className="flex flex-wrap items-center gap-3">
          <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
            Two-step verification
          </CardTitle>
          {factors.length > 0 && <Badge variant="success">On</Badge>}
        </div>
        <CardDescription>
          After your password, we ask for a second proof that only you have. A stolen password alone
          won&apos;t let anyone in.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {factors.length === 0 ? (
          <Button onClick={() => setOpenDialog('set-up')}>Set up</Button>
        ) : (
          <>
            <ul className="w-full divide-y" aria-label="Verification methods">
              {factors.map((factor) => (
                <FactorItem
                  key={factor.id}
                  factor={factor}
                  isLast={factors.length === 1}
                  onRemoved={() => heading.current?.focus()}
                />
              ))}
            </ul>
            <div className="flex flex-wrap gap-3">
              <Button variant="outline" onClick={() => setOpenDialog('set-up')}>
                Add another method
              </Button>
              <Button variant="outline" onClick={() => setOpenDialog('recovery-codes')}>
                New recovery codes
              </Button>
            </div>
          </>
        )}
      </CardContent>
      <ChunkBoundary fallback={<ChunkErrorAlert />}>
        {openDialog === 'set-up' && <EnrolmentDialog onClose={close} />}
        {openDialog === 'recovery-codes' && <RecoveryCodesDialog onClose={close} />}
      </ChunkBoundary>
    </Card>
  );
}
