export const KEEP_FORM_DRAFTS = 'beaconpay:keep-form-drafts';

/** Why the page is about to go away: it is loaded again, or the user logs in on another site. */
export type DraftReason = 'reload' | 'log-in';

/** Asks every form on the page to keep what was typed until it is shown again. */
export function keepFormDrafts(reason: DraftReason): void {
  window.dispatchEvent(new CustomEvent(KEEP_FORM_DRAFTS, { detail: reason }));
}
