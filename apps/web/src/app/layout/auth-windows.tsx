import AuthWindow from '../../features/auth/auth-window.tsx';
import type { AuthDialog } from '../../session/auth-dialogs.tsx';
import { WithQueries } from '../with-queries.tsx';

/** Loaded on intent: forms and validation are nothing that a first view needs. */
export default function AuthWindows({ dialog }: { dialog: AuthDialog }) {
  return (
    <WithQueries>
      <AuthWindow dialog={dialog} />
    </WithQueries>
  );
}
