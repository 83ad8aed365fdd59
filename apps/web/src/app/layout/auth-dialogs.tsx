import { NewPasswordForm } from '../../features/account/password/new-password-form.tsx';
import AuthDialogFrame from '../../features/auth/auth-dialog-frame.tsx';
import type { AuthDialog } from '../../session/auth-dialogs.tsx';
import { WithQueries } from '../with-queries.tsx';

/** Loads on intent: the first view needs no forms and no validation. */
export default function AuthDialogSwitch({ dialog }: { dialog: AuthDialog }) {
  return (
    <WithQueries>
      <AuthDialogFrame dialog={dialog} NewPasswordForm={NewPasswordForm} />
    </WithQueries>
  );
}
