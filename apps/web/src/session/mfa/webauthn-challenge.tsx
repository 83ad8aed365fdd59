import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { hasWebAuthn } from '../../lib/web-authn.ts';
import { webauthnError } from './webauthn-error.ts';
import { verifyKey } from './mfa-challenge.ts';

/** Lets the browser ask for a security key; the dialog around it closes once the session has it. */
export function WebauthnChallenge({ factorId }: { factorId: string }) {
  const question = useRef<AbortController | null>(null);
  // Whoever goes another way is not asked any longer.
  useEffect(() => () => question.current?.abort(), []);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) => verifyKey(factorId, signal),
  });

  async function ask() {
    question.current = new AbortController();
    try {
      await mutateAsync(question.current.signal);
    } catch {
      // Shown below the button.
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
