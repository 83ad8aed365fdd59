import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';

export const LOGGED_IN: ToastMessage = {
  title: m.auth_login_successful(),
  description: m.auth_welcome_back(),
};

/** Shown after the link of the email was opened or its code was entered. */
export const EMAIL_CONFIRMED: ToastMessage = {
  title: m.auth_email_confirmed(),
  description: m.auth_your_account_is_ready_and_youre_logged(),
  durationMs: LONG_TOAST_DURATION_MS,
};
