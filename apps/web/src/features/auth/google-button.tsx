import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import { continueWithGoogle } from './api.ts';
import { m } from '../../paraglide/messages.js';

/** Redirects to Google if the backend supports it. Otherwise it shows a toast and calls nothing. */
export function GoogleButton() {
  const departure = useMutation({ mutationFn: continueWithGoogle });

  async function begin() {
    if (!readConfiguration().providers.includes('google')) {
      toast({
        title: m.auth_google_auth_pending(),
        description: m.auth_google_provider_must_be_configured_first(),
        durationMs: LONG_TOAST_DURATION_MS,
      });
      return;
    }
    try {
      await departure.mutateAsync();
    } catch (error) {
      toastFailure(m.common_login_failed(), error);
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
      {m.auth_continue_with_google()}
    </Button>
  );
}

/** The divider between the form and the other sign-in methods. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {m.auth_or()}
    </p>
  );
}
