import { useRef, useState, type ChangeEvent } from 'react';
import { FirstOpenerContext } from '../../components/ui/use-focus-return.ts';
import type { AuthDialog } from '../../session/auth-dialogs.tsx';
import { MfaChallengeDialog } from './mfa-challenge-dialog.tsx';
import EmailCodeDialog from './email-code-dialog.tsx';
import LogInDialog from './log-in-dialog.tsx';
import NewPasswordDialog, { type NewPasswordDialogProps } from './new-password-dialog.tsx';
import SignUpDialog from './sign-up-dialog.tsx';
import { TypedEmailContext } from './typed-email.ts';

interface AuthDialogFrameProps extends NewPasswordDialogProps {
  dialog: AuthDialog;
}

/** Shows the open auth dialog. It loads when first requested, with its forms and validation. */
export default function AuthDialogFrame(props: AuthDialogFrameProps) {
  const firstOpenerRef = useRef<HTMLElement>(null);
  const [typedEmail, setTypedEmail] = useState('');

  function keepEmail({ target }: ChangeEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.name === 'email') setTypedEmail(target.value);
  }

  return (
    <FirstOpenerContext value={firstOpenerRef}>
      <TypedEmailContext value={typedEmail}>
        {/* Change events of a dialog bubble to here, although the dialog is a portal. */}
        <div className="contents" onChange={keepEmail}>
          <OpenDialog {...props} />
        </div>
      </TypedEmailContext>
    </FirstOpenerContext>
  );
}

function OpenDialog({ dialog, NewPasswordForm }: AuthDialogFrameProps) {
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
      return <NewPasswordDialog NewPasswordForm={NewPasswordForm} />;
  }
}
