import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { NewPasswordForm } from '../../session/new-password-form.tsx';
import { useSession } from '../../session/session-context.ts';

/** Opens for someone who came in by a mail for a forgotten password. */
export default function NewPasswordDialog() {
  const { user } = useSession();
  const { closeDialogs, reportLogIn } = useAuthDialogs();
  if (user === null) return null;

  function close() {
    closeDialogs();
    reportLogIn();
  }

  return (
    <Dialog
      title="Set a new password"
      description="You're logged in. Choose a new password for your account."
      onClose={close}
      className="sm:max-w-md"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        <NewPasswordForm userId={user.id} email={user.email} onSaved={close} />
      </DialogBody>
    </Dialog>
  );
}
