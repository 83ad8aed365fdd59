import { Alert } from '../../components/ui/alert.tsx';
import { SetUpLink } from './set-up-link.tsx';

/** Asks an administrator without a second step to set one up. */
export function SetUpNotice() {
  return (
    <div className="page-container pt-6">
      <Alert>
        Only a password protects this panel. <SetUpLink>Set up two-step verification</SetUpLink>
      </Alert>
    </div>
  );
}
