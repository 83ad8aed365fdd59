/**
 * Fetches the page that follows an order as soon as somebody uses the form: once something is
 * sent, what tells of it must not be missing.
 */
export function fetchSuccessPage(): void {
  // A failure is told when the page is shown; the next field tries again.
  import('./routes/payment-success.tsx').catch(() => undefined);
}
