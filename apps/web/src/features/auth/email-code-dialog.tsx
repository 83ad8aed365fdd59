import { useState } from 'react';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs, type EmailPurpose } from '../../session/auth-dialogs.tsx';
import { EmailCodeForm } from './email-code-form.tsx';
import { SendEmailForm } from './send-email-form.tsx';

interface EmailCodeDialogProps {
  purpose: EmailPurpose;
  /** The address of an email that is already sent, or null. */
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
 * Sends an email with a link and a code, then takes the code. The link works in this browser only;
 * the code works in every browser.
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
      // An accidental press outside must not close the field for the code.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        {address === null ? (
          <SendEmailForm purpose={purpose} onSent={setAddress} />
        ) : (
          <EmailCodeForm purpose={purpose} email={address} onOtherEmail={() => setAddress(null)} />
        )}
      </DialogBody>
    </Dialog>
  );
}
