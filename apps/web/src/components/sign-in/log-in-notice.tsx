import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

interface LogInNoticeProps {
  /** What one needs an account for. */
  children: ReactNode;
  onLogIn: () => void;
  onSignUp: () => void;
}

/** Offers a visitor the way in without leaving the form they are filling in. */
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
