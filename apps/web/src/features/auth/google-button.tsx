import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import { continueWithGoogle } from './api.ts';

/** Leads to Google where the backend has it set up; else it says so, and calls nothing. */
export function GoogleButton() {
  const departure = useMutation({ mutationFn: continueWithGoogle });

  async function begin() {
    if (!readConfiguration().providers.includes('google')) {
      toast({
        title: 'Google Auth Pending',
        description: 'The Google provider must be configured first. Please use your email for now.',
        durationMs: LONG_TOAST_DURATION_MS,
      });
      return;
    }
    try {
      await departure.mutateAsync();
    } catch (error) {
      toastFailure('Login Failed', error);
    }
  }

  return (
    <Button
      variant="outline"
      className="w-full"
      // The page is on its way out from then on.
      disabled={departure.isPending}
      onClick={() => void begin()}
    >
      Continue with Google
    </Button>
  );
}
