import type { AccountType } from '@beaconpay/domain';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { LockKeyhole } from 'lucide-react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { PageLoading } from '../components/loading/page-loading.tsx';
import { useDerivedState } from '../lib/use-derived-state.ts';
import { dashboardPath } from './dashboard-path.ts';
import { SessionContext, useSession, useSessionControl, type Session } from './session-context.ts';
import { SessionEndedNotice } from './session-ended-notice.tsx';
import { m } from '../paraglide/messages.js';

interface RouteGuardProps {
  /** Account types that may see `children`. */
  allow: readonly AccountType[];
  /** Shown to visitors instead of a redirect to the home page. */
  signedOut?: ReactNode;
  /** Shown to other account types instead of a redirect to their dashboard. */
  denied?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children to the allowed account types only. If the session ends elsewhere, the children
 * stay mounted behind a notice, and the same user continues there after logging in again.
 */
export function RouteGuard({ allow, signedOut, denied, children }: RouteGuardProps) {
  const session = useSession();
  const { isSigningOut } = useSessionControl();
  const accountType = session.profile?.account_type;
  const isAllowed =
    session.user !== null && accountType !== undefined && allow.includes(accountType);
  /** The last session that was allowed here. */
  const admitted = useDerivedState<Session | null>(null, (earlier) =>
    isAllowed ? session : earlier,
  );
  const isSameSession = session.user === null || session.user.id === admitted?.user?.id;
  const hasLeftOff = admitted !== null && isSameSession && accountType === undefined;

  if (isAllowed || hasLeftOff) {
    const shown = isAllowed ? session : (admitted ?? session);
    const isCovered = !isAllowed && !isSigningOut;
    return (
      <>
        {isCovered && <SessionEndedNotice isSignedOut={session.user === null} />}
        {/* A new key for another user: nothing typed or read passes from one to the next. */}
        <div key={shown.user?.id} hidden={isCovered}>
          <SessionContext value={shown}>{children}</SessionContext>
        </div>
      </>
    );
  }
  // The MFA dialog is open over this notice. After the challenge the user continues here.
  if (session.status === 'mfa-required') return <MfaRequiredNotice />;
  if (session.user === null) return signedOut ?? <Navigate to="/" replace />;
  if (accountType === undefined) return <VerifyingAccountType session={session} />;
  return denied ?? <Navigate to={homeOf(accountType)} replace />;
}

/** The page for a user who opened a page of another account type. */
function homeOf(accountType: AccountType): string {
  return accountType === 'admin' ? '/' : dashboardPath(accountType);
}

function MfaRequiredNotice() {
  return (
    <div className="page-container py-16">
      <EmptyState
        icon={LockKeyhole}
        title={m.session_one_more_step()}
        description={m.session_complete_second_step_your_login_to_see()}
      />
    </div>
  );
}

function VerifyingAccountType({ session }: { session: Session }) {
  return (
    <PageLoading text={m.session_verifying_account_type()}>
      {!session.isProfileLoading && (
        <>
          <p className="max-w-md text-muted-foreground">
            {m.session_we_couldnt_load_your_profile_this_may()}
          </p>
          <Button variant="outline" onClick={() => void session.reloadProfile()}>
            {m.common_try_again()}
          </Button>
        </>
      )}
    </PageLoading>
  );
}
