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
    ask: 'Confirm Your Email',
    askDescription: 'Enter your email and we send you a new link and code to confirm it.',
  },
  recovery: {
    ask: 'Forgot Password',
    askDescription: 'Enter your email and we send you a link and a code to set a new password.',
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
      title={address === null ? ask : 'Check Your Email'}
      description={
        address === null ? (
          askDescription
        ) : (
          <>
            If there is an account to {purpose === 'signup' ? 'confirm' : 'recover'}, we have sent a
            mail to <strong className="break-all text-foreground">{address}</strong>. Open its link
            in this browser, or enter its code here.
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
