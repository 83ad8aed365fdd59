const STORAGE_KEY = 'beaconpay-form-drafts';
/** What never leaves the form it was typed in. */
const SECRET_NAME = /password|card-?number|cvv/i;

type Values = Record<string, unknown>;

interface FormDraft {
  reason: DraftReason;
  values: Values;
}

/**
 * Keeps a form's values whenever the page asks for it.
 * @param id tells the forms of one page apart
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
      // Storage can be forbidden or full; who asked for this reloads only where it works.
    }
  }
  window.addEventListener(KEEP_FORM_DRAFTS, keep);
  return () => window.removeEventListener(KEEP_FORM_DRAFTS, keep);
}

/** What was kept for this form on this page, once. */
export function takeFormDraft(id: string): FormDraft | null {
  const { [keyOf(id)]: draft, ...others } = readDrafts();
  if (draft === undefined) return null;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(others));
  return draft;
}

function keyOf(id: string): string {
  return `${window.location.pathname} ${id}`;
}

function readDrafts(): Partial<Record<string, FormDraft>> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, FormDraft>;
  } catch {
    return {};
  }
}

export const KEEP_FORM_DRAFTS = 'beaconpay:keep-form-drafts';

/** Why the page is about to go away: it is loaded again, or the user logs in on another site. */
export type DraftReason = 'reload' | 'log-in';

/** Asks every form on the page to keep what was typed until it is shown again. */
export function keepFormDrafts(reason: DraftReason): void {
  window.dispatchEvent(new CustomEvent(KEEP_FORM_DRAFTS, { detail: reason }));
}
