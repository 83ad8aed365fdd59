import type { AccountType } from '@beaconpay/domain';
import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { LockKeyhole } from 'lucide-react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { PageLoading } from '../components/loading/page-loading.tsx';
import { dashboardPath } from './dashboard-path.ts';
import { SessionContext, useSession, useSessionControl, type Session } from './session-context.ts';
import { SessionEndedNotice } from './session-ended-notice.tsx';

interface RouteGuardProps {
  /** Account types that may see `children`. */
  allow: readonly AccountType[];
  /** Shown to visitors instead of leading them home. */
  signedOut?: ReactNode;
  /** Shown to other account types instead of leading them to their own dashboard. */
  denied?: ReactNode;
  children: ReactNode;
}

/**
 * Lets the right people in. Once someone is in and the session ends elsewhere, what they were
 * doing stays mounted behind a notice and continues when the same person logs in again.
 */
export function RouteGuard({ allow, signedOut, denied, children }: RouteGuardProps) {
  const session = useSession();
  const { isSigningOut, isSecondStepDue } = useSessionControl();
  const [admitted, setAdmitted] = useState<Session | null>(null);

  const accountType = session.profile?.account_type;
  const isAllowed =
    session.user !== null && accountType !== undefined && allow.includes(accountType);
  if (isAllowed && admitted !== session) setAdmitted(session);

  const isSameSession = session.user === null || session.user.id === admitted?.user?.id;
  const hasLeftOff = admitted !== null && isSameSession && accountType === undefined;

  if (isAllowed || hasLeftOff) {
    const shown = isAllowed ? session : (admitted ?? session);
    const isCovered = !isAllowed && !isSigningOut;
    return (
      <>
        {isCovered && <SessionEndedNotice isSignedOut={session.user === null} />}
        {/* Another user gets fresh screens: nothing typed or read passes from one to the next. */}
        <div key={shown.user?.id} hidden={isCovered}>
          <SessionContext value={shown}>{children}</SessionContext>
        </div>
      </>
    );
  }
  // The dialog lies over it; whoever gives the code is let in here.
  if (session.user === null && isSecondStepDue === true) return <SecondStepNotice />;
  if (session.user === null) return signedOut ?? <Navigate to="/" replace />;
  if (accountType === undefined) return <VerifyingAccountType session={session} />;
  return denied ?? <Navigate to={homeOf(accountType)} replace />;
}

/** Where someone belongs who opened a page of another account type. */
function homeOf(accountType: AccountType): string {
  return accountType === 'admin' ? '/' : dashboardPath(accountType);
}

function SecondStepNotice() {
  return (
    <div className="page-container py-16">
      <EmptyState
        icon={LockKeyhole}
        title="One more step"
        description="Complete the second step of your login to see this page."
      />
    </div>
  );
}

function VerifyingAccountType({ session }: { session: Session }) {
  return (
    <PageLoading text="Verifying account type...">
      {!session.isProfileLoading && (
        <>
          <p className="max-w-md text-muted-foreground">
            We couldn&apos;t load your profile. This may be temporary.
          </p>
          <Button variant="outline" onClick={() => void session.reloadProfile()}>
            Try Again
          </Button>
        </>
      )}
    </PageLoading>
  );
}
