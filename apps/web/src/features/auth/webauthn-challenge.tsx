import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { hasWebAuthn, useWebauthnPrompt } from '../../lib/web-authn.ts';
import { webauthnError } from '../../session/mfa/webauthn-error.ts';
import { verifyKey } from '../../session/mfa/mfa-challenge.ts';
import { LOGGED_IN } from './log-in-toasts.ts';
import { m } from '../../paraglide/messages.js';

/** Asks for a security key through the browser. The dialog closes when the session changes. */
export function WebauthnChallenge({ factorId }: { factorId: string }) {
  const openPrompt = useWebauthnPrompt();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) => verifyKey(factorId, signal),
  });

  async function ask() {
    try {
      await mutateAsync(openPrompt());
    } catch {
      // The error is shown below the button.
      return;
    }
    toast(LOGGED_IN);
  }

  if (!hasWebAuthn()) {
    return <Alert variant="warning">{m.common_this_browser_doesnt_support_security_keys()}</Alert>;
  }
  return (
    <>
      <Button className="w-full" busy={isPending} onClick={() => void ask()}>
        <KeyRound aria-hidden="true" />
        {isPending ? m.common_waiting_for_your_key() : m.common_use_security_key()}
      </Button>
      {error !== null && (
        <Alert variant="destructive" role="alert">
          {webauthnError(error)}
        </Alert>
      )}
    </>
  );
}
