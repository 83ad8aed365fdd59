import type { ComponentType } from 'react';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { m } from '../../paraglide/messages.js';

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
      title={m.auth_set_a_new_password()}
      description={m.auth_youre_logged_in_choose_new_password_for()}
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
