import { useRef, useState, type ChangeEvent } from 'react';
import { FirstOpenerContext } from '../../components/ui/use-focus-return.ts';
import type { AuthDialog } from '../../session/auth-dialogs.tsx';
import { MfaChallengeDialog } from '../../session/mfa/mfa-challenge-dialog.tsx';
import EmailCodeDialog from './email-code-dialog.tsx';
import LogInDialog from './log-in-dialog.tsx';
import NewPasswordDialog from './new-password-dialog.tsx';
import SignUpDialog from './sign-up-dialog.tsx';
import { TypedEmailContext } from './typed-email.ts';

interface AuthWindowProps {
  dialog: AuthDialog;
}

/** The one open dialog about signing in. Loaded when first asked for, with its forms and validation. */
export default function AuthDialogFrame({ dialog }: AuthWindowProps) {
  const firstOpenerRef = useRef<HTMLElement>(null);
  const [typedEmail, setTypedEmail] = useState('');

  function keepEmail({ target }: ChangeEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.name === 'email') setTypedEmail(target.value);
  }

  return (
    <FirstOpenerContext value={firstOpenerRef}>
      <TypedEmailContext value={typedEmail}>
        {/* What happens in a window comes by here, wherever the window hangs. */}
        <div className="contents" onChange={keepEmail}>
          <Window dialog={dialog} />
        </div>
      </TypedEmailContext>
    </FirstOpenerContext>
  );
}

function Window({ dialog }: AuthWindowProps) {
  switch (dialog.name) {
    case 'log-in':
      return <LogInDialog />;
    case 'sign-up':
      return <SignUpDialog />;
    case 'email-code':
      return <EmailCodeDialog purpose={dialog.purpose} sentTo={dialog.sentTo} />;
    case 'mfa-challenge':
      return <MfaChallengeDialog />;
    case 'new-password':
      return <NewPasswordDialog />;
  }
}
