import { useMutation } from '@tanstack/react-query';
import type { Captcha } from '../../components/captcha/use-captcha.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { canUsePasskeys } from '../../lib/web-authn.ts';
import { logInWithPasskey } from './api.ts';
import { LOGGED_IN } from './log-in-toasts.ts';
import { m } from '../../paraglide/messages.js';

/** Signs in with a passkey. Hidden if the browser or the backend has no passkeys. */
export function PasskeyButton({ captcha }: { captcha: Captcha }) {
  const mutation = useMutation({ mutationFn: logInWithPasskey });
  if (!canUsePasskeys()) return null;

  async function begin() {
    try {
      await captcha.attempt(async (captchaToken) => {
        const isSignedIn = await mutation.mutateAsync(captchaToken);
        if (isSignedIn) toast(LOGGED_IN);
      });
    } catch (error) {
      toastFailure(m.common_login_failed(), error);
    }
  }

  return (
    <Button
      variant="outline"
      className="-mt-2 w-full"
      busy={mutation.isPending}
      onClick={() => void begin()}
    >
      {m.auth_log_in_with_passkey()}
    </Button>
  );
}
