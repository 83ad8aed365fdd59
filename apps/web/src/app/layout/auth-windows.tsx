import LogInDialog from '../../features/auth/log-in-dialog.tsx';
import SignUpDialog from '../../features/auth/sign-up-dialog.tsx';
import type { AuthDialogName } from '../../session/auth-dialogs.tsx';
import { WithQueries } from '../with-queries.tsx';

/** Loaded on intent: forms and validation are nothing that a first view needs. */
export default function AuthWindows({ open }: { open: AuthDialogName }) {
  return <WithQueries>{open === 'log-in' ? <LogInDialog /> : <SignUpDialog />}</WithQueries>;
}
