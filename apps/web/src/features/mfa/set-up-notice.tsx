import type { ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { Alert } from '../../components/ui/alert.tsx';

/** Asks an administrator without a second factor to add one. */
export function SetUpNotice() {
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
