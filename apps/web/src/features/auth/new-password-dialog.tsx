import type { ComponentType } from 'react';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';

export interface NewPasswordDialogProps {
  /** The form of the account feature. */
  NewPasswordForm: ComponentType<{
    userId: string;
    email: string | undefined;
    onSaved: () => void;
  }>;
}

/** Opens when a password recovery email signed the user in. */
export default function NewPasswordDialog({ NewPasswordForm }: NewPasswordDialogProps) {
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
