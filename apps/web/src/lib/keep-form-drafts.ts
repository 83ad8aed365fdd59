export const KEEP_FORM_DRAFTS = 'beaconpay:keep-form-drafts';

/** Asks every form on the page to keep what was typed until it is shown again. */
export function keepFormDrafts(): void {
  window.dispatchEvent(new Event(KEEP_FORM_DRAFTS));
}
