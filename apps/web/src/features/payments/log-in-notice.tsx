import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';

/** Tells a visitor what is missing, and offers it without losing what is typed. */
export function LogInNotice() {
  const { openLogIn } = useAuthDialogs();
  return (
    <Alert>
      <div className="flex flex-col items-start gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
        <p>Log in to send a payment. What you have typed stays here.</p>
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={openLogIn}>
          Log in now
        </Button>
      </div>
    </Alert>
  );
}
