import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

/** Told whether the link of the mail was opened or its code entered. */
export const EMAIL_CONFIRMED: ToastMessage = {
  title: 'Email confirmed',
  description: "Your account is ready, and you're logged in.",
  durationMs: LONG_TOAST_DURATION_MS,
};
