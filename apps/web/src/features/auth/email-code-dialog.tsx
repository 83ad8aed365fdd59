import { useState } from 'react';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs, type EmailPurpose } from '../../session/auth-dialogs.tsx';
import { CodeForm } from './code-form.tsx';
import { SendEmailForm } from './send-email-form.tsx';

interface EmailCodeDialogProps {
  purpose: EmailPurpose;
  /** The address a mail was just sent to, if one was. */
  sentTo: string | null;
}

const texts: Record<EmailPurpose, { ask: string; askDescription: string }> = {
  signup: {
    ask: 'Confirm your email',
    askDescription: "Enter your email and we'll send you a new confirmation link and code.",
  },
  recovery: {
    ask: 'Forgot password',
    askDescription: "Enter your email and we'll send you a link and a code to reset your password.",
  },
};

/**
 * A mail with a link and a code: asks where to send it, then takes the code. The link works in
 * this browser only, the code everywhere.
 */
export default function EmailCodeDialog({ purpose, sentTo }: EmailCodeDialogProps) {
  const { closeDialogs } = useAuthDialogs();
  const [address, setAddress] = useState(sentTo);
  const { ask, askDescription } = texts[purpose];
  return (
    <Dialog
      title={address === null ? ask : 'Check your email'}
      description={
        address === null ? (
          askDescription
        ) : (
          <>
            If there&apos;s an account for{' '}
            <strong className="break-all text-foreground">{address}</strong>, we&apos;ve sent an
            email with a link and a code. Open the link in this browser, or enter the code here.
          </>
        )
      }
      onClose={closeDialogs}
      className="sm:max-w-md"
      // A stray press must not throw away the place where the code belongs.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        {address === null ? (
          <SendEmailForm purpose={purpose} onSent={setAddress} />
        ) : (
          <CodeForm purpose={purpose} email={address} onOtherEmail={() => setAddress(null)} />
        )}
      </DialogBody>
    </Dialog>
  );
}
