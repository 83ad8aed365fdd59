import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { hasWebAuthn } from '../../lib/web-authn.ts';
import { webauthnError } from '../../session/mfa/webauthn-error.ts';
import { verifyKey } from '../../session/mfa/mfa-challenge.ts';

/** Asks for a security key through the browser. The dialog closes when the session changes. */
export function WebauthnChallenge({ factorId }: { factorId: string }) {
  const prompt = useRef<AbortController | null>(null);
  // Close the prompt when the user chooses another factor.
  useEffect(() => () => prompt.current?.abort(), []);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) => verifyKey(factorId, signal),
  });

  async function ask() {
    prompt.current = new AbortController();
    try {
      await mutateAsync(prompt.current.signal);
    } catch {
      // The error is shown below the button.
      return;
    }
    toast({ title: 'Login Successful!', description: 'Welcome back!' });
  }

  if (!hasWebAuthn()) {
    return <Alert variant="warning">This browser doesn&apos;t support security keys.</Alert>;
  }
  return (
    <>
      <Button className="w-full" busy={isPending} onClick={() => void ask()}>
        <KeyRound aria-hidden="true" />
        {isPending ? 'Waiting for your key…' : 'Use security key'}
      </Button>
      {error !== null && (
        <Alert variant="destructive" role="alert">
          {webauthnError(error)}
        </Alert>
      )}
    </>
  );
}
