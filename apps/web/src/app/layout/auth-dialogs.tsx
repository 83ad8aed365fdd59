import AuthDialogFrame from '../../features/auth/auth-dialog-frame.tsx';
import type { AuthDialog } from '../../session/auth-dialogs.tsx';
import { WithQueries } from '../with-queries.tsx';

/** Loaded on intent: forms and validation are nothing that a first view needs. */
export default function AuthDialogSwitch({ dialog }: { dialog: AuthDialog }) {
  return (
    <WithQueries>
      <AuthDialogFrame dialog={dialog} />
    </WithQueries>
  );
}
