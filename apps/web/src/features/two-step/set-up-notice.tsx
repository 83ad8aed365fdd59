import { Link } from 'react-router';
import { Alert } from '../../components/ui/alert.tsx';
import { useSession } from '../../session/session-context.ts';

/** Asks an administrator without a second step to set one up; says nothing to the others. */
export function SetUpNotice() {
  const { user } = useSession();
  const hasFactor = user?.factors?.some(({ status }) => status === 'verified') ?? false;
  if (user === null || hasFactor) return null;
  return (
    <div className="page-container pt-6">
      <Alert>
        Your password alone opens this panel.{' '}
        <Link
          to="/personal?tab=password"
          className="font-semibold text-link underline underline-offset-4"
        >
          Set up two-step verification
        </Link>
      </Alert>
    </div>
  );
}
