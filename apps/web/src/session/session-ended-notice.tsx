import { LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Spinner } from '../components/ui/spinner.tsx';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { m } from '../paraglide/messages.js';

interface SessionEndedNoticeProps {
  /** False while the profile of the returning user loads. */
  isSignedOut: boolean;
}

/** Covers a private page whose session expired or ended in another tab. */
export function SessionEndedNotice({ isSignedOut }: SessionEndedNoticeProps) {
  const { openLogIn } = useAuthDialogs();

  useEffect(() => {
    // An open dialog of the page covers this notice, so the log-in must open above that dialog.
    const isUnderDialog = document.querySelector('[data-slot="dialog-content"]') !== null;
    if (isSignedOut && isUnderDialog) openLogIn();
  }, [isSignedOut, openLogIn]);

  if (!isSignedOut) {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-24 font-semibold">
        <Spinner />
        {m.session_verifying_account_type()}
      </p>
    );
  }
  return (
    <div role="alert" className="page-container py-16">
      <EmptyState
        icon={LockKeyhole}
        title={m.session_your_session_has_ended()}
        description={m.session_log_in_again_to_pick_up_where()}
        action={
          <Button aria-haspopup="dialog" onClick={openLogIn}>
            {m.common_log_in()}
          </Button>
        }
      />
    </div>
  );
}
