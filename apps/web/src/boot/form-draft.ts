import { pathInLanguage } from '../lib/locale.ts';

const STORAGE_KEY = 'beaconpay-form-drafts';
/** Values that are never stored outside their form. */
const SECRET_NAME = /password|card-?number|cvv/i;

type Values = Record<string, unknown>;

interface FormDraft {
  reason: DraftReason;
  values: Values;
}

/**
 * Stores the values of a form when `keepFormDrafts` is called.
 *
 * @param id distinguishes the forms of one page
 */
export function keepOnRequest(id: string, read: () => Values | null): () => void {
  function keep(event: Event) {
    const values = read();
    if (values === null) return;
    const kept = Object.entries(values).filter(([name]) => !SECRET_NAME.test(name));
    const draft: FormDraft = {
      reason: (event as CustomEvent<DraftReason>).detail,
      values: Object.fromEntries(kept),
    };
    const drafts = { ...readDrafts(), [keyOf(id)]: draft };
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts));
    } catch {
      // Storage can be forbidden or full. Then the draft is lost.
    }
  }
  window.addEventListener(KEEP_FORM_DRAFTS, keep);
  return () => window.removeEventListener(KEEP_FORM_DRAFTS, keep);
}

/** Returns the stored values of this form on this page, and removes them. */
export function takeFormDraft(id: string): FormDraft | null {
  const { [keyOf(id)]: draft, ...others } = readDrafts();
  if (draft === undefined) return null;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(others));
  return draft;
}

function keyOf(id: string): string {
  return `${pathInLanguage(window.location.pathname)} ${id}`;
}

function readDrafts(): Partial<Record<string, FormDraft>> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, FormDraft>;
  } catch {
    return {};
  }
}

export const KEEP_FORM_DRAFTS = 'beaconpay:keep-form-drafts';

/** Why the page is left: it reloads, the user logs in on another site, or chooses another language. */
export type DraftReason = 'reload' | 'log-in' | 'language';

/** Makes all forms of the page store their values until they are shown again. */
export function keepFormDrafts(reason: DraftReason): void {
  window.dispatchEvent(new CustomEvent(KEEP_FORM_DRAFTS, { detail: reason }));
}
