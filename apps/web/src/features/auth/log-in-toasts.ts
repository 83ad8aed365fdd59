import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

export const LOGGED_IN: ToastMessage = { title: 'Login Successful!', description: 'Welcome back!' };

/** Shown after the link of the email was opened or its code was entered. */
export const EMAIL_CONFIRMED: ToastMessage = {
  title: 'Email confirmed',
  description: "Your account is ready, and you're logged in.",
  durationMs: LONG_TOAST_DURATION_MS,
};
