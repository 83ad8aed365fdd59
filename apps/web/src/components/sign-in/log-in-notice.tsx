import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

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
      <p>{children} We&apos;ll keep what you&apos;ve entered.</p>
      <div className="-ml-1 flex flex-wrap gap-x-4">
        <Button variant="link" size="sm" className="px-1" aria-haspopup="dialog" onClick={onLogIn}>
          Log in
        </Button>
        <Button variant="link" size="sm" className="px-1" aria-haspopup="dialog" onClick={onSignUp}>
          Create an account
        </Button>
      </div>
    </Alert>
  );
}
