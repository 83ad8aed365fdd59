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
    // As high as the window: the footer must not move when the panel appears.
    return (
      <p
        role="status"
        className="flex min-h-dvh items-start justify-center gap-3 py-24 font-semibold"
      >
        <Spinner />
        Loading…
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
      title="Two-step verification is required"
      description="The admin panel needs more than a password. Set up two-step verification, then come back."
      actions={
        <Button asChild>
          <Link to="/personal?tab=password">Set up two-step verification</Link>
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
        Only a password protects this panel. <SetUpLink>Set up two-step verification</SetUpLink>
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
