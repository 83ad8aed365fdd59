import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import { continueWithGoogle } from './api.ts';

/** Redirects to Google if the backend supports it. Otherwise it shows a toast and calls nothing. */
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
      // The browser is leaving the page.
      disabled={departure.isPending}
      onClick={() => void begin()}
    >
      Continue with Google
    </Button>
  );
}

/** The divider between the form and the other sign-in methods. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      or
    </p>
  );
}
