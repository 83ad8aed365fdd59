/**
 * Preloads the page that follows an order when the user starts to use the form. After the order is sent, this
 * page must be available.
 */
export function fetchSuccessPage(): void {
  // A failure is reported when the page is shown. The next field tries again.
  import('./routes/payment-success.tsx').catch(() => undefined);
}
