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
import { m } from '../../paraglide/messages.js';

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
            {m.common_two_step_verification()}
          </CardTitle>
          {factors.length > 0 && <Badge variant="success">{m.mfa_on()}</Badge>}
        </div>
        <CardDescription>{m.mfa_after_your_password_we_ask_for_second()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-4">
        {factors.length === 0 ? (
          <Button onClick={() => setOpenDialog('set-up')}>{m.mfa_set_up()}</Button>
        ) : (
          <>
            <ul className="w-full divide-y" aria-label={m.mfa_verification_methods()}>
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
                {m.mfa_add_another_method()}
              </Button>
              <Button variant="outline" onClick={() => setOpenDialog('recovery-codes')}>
                {m.mfa_new_recovery_codes()}
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
