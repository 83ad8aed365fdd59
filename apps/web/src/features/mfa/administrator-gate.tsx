import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { GateNotice } from '../../components/sign-in/gate-notice.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { hasVerifiedFactor } from '../../session/mfa/assurance-level.ts';
import { useSession } from '../../session/session-context.ts';
import { administratorRulesQuery } from './api.ts';
import { m } from '../../paraglide/messages.js';

/**
 * Asks an administrator without a second factor to add one, and hides the panel where one is
 * required. The database enforces the rule; this gate explains it.
 */
export function AdministratorGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const isProtected = user === null || hasVerifiedFactor(user);
  const rules = useQuery({ ...administratorRulesQuery(user?.id ?? ''), enabled: !isProtected });
  if (isProtected) return children;
  if (rules.isPending) {
    // Fills the window, so that the footer does not move when the panel appears.
    return (
      <p
        role="status"
        className="flex min-h-dvh items-start justify-center gap-3 py-24 font-semibold"
      >
        <Spinner />
        {m.common_loading()}
      </p>
    );
  }
  if (rules.data?.isRequired === true && !rules.data.hasTwoFactors) return <SetUpFirst />;
  return (
    <>
      <SetUpNotice />
      {children}
    </>
  );
}

function SetUpFirst() {
  return (
    <GateNotice
      icon={ShieldAlert}
      title={m.mfa_two_step_verification_is_required()}
      description={m.mfa_admin_panel_needs_more_than_password_set()}
      actions={
        <Button asChild>
          <Link to="/personal?tab=password">{m.mfa_set_up_two_step_verification()}</Link>
        </Button>
      }
    />
  );
}

/** Asks an administrator without a second factor to add one. */
function SetUpNotice() {
  return (
    <div className="page-container pt-6">
      <Alert>
        {m.mfa_only_password_protects_this_panel()}{' '}
        <SetUpLink>{m.mfa_set_up_two_step_verification()}</SetUpLink>
      </Alert>
    </div>
  );
}

/** Links to the settings of the second factors. */
export function SetUpLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to="/personal?tab=password"
      className="font-semibold text-link underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
