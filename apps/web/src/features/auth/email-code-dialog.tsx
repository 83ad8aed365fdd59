import { RichText } from '../../components/data/rich-text.tsx';
import { useState } from 'react';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs, type EmailPurpose } from '../../session/auth-dialogs.tsx';
import { EmailCodeForm } from './email-code-form.tsx';
import { SendEmailForm } from './send-email-form.tsx';
import { m } from '../../paraglide/messages.js';

interface EmailCodeDialogProps {
  purpose: EmailPurpose;
  /** The address of an email that is already sent, or null. */
  sentTo: string | null;
}

const texts: Record<EmailPurpose, { ask: string; askDescription: string }> = {
  signup: {
    ask: m.auth_confirm_your_email(),
    askDescription: m.auth_enter_your_email_and_well_send_you(),
  },
  recovery: {
    ask: m.auth_forgot_password(),
    askDescription: m.auth_enter_your_email_and_well_send_you_2(),
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
      title={address === null ? ask : m.auth_check_your_email()}
      description={
        address === null ? (
          askDescription
        ) : (
          <RichText
            message={m.auth_email_sent_if_account}
            parts={{ address: <strong className="break-all text-foreground">{address}</strong> }}
          />
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
