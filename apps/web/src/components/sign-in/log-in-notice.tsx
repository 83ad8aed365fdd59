import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { m } from '../../paraglide/messages.js';

interface LogInNoticeProps {
  /** Why an account is required. */
  children: ReactNode;
  onLogIn: () => void;
  onSignUp: () => void;
}

/** Offers log-in and sign-up to a visitor without leaving the form. */
export function LogInNotice({ children, onLogIn, onSignUp }: LogInNoticeProps) {
  return (
    <Alert>
      <p>
        {children} {m.ui_well_keep_what_youve_entered()}
      </p>
      <div className="-ms-1 flex flex-wrap gap-x-4">
        <Button variant="link" size="sm" className="px-1" aria-haspopup="dialog" onClick={onLogIn}>
          {m.common_log_in_2()}
        </Button>
        <Button variant="link" size="sm" className="px-1" aria-haspopup="dialog" onClick={onSignUp}>
          {m.ui_create_an_account()}
        </Button>
      </div>
    </Alert>
  );
}
