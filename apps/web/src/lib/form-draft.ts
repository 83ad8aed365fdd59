import { changedFields, enterValue, type Field, type FieldEntry } from './form-fields.ts';

const STORAGE_KEY = 'beaconpay-form-draft';
/** Long enough for a session to be recovered; what has not appeared by then has no place. */
const RESTORE_FOR_MS = 15_000;

interface Draft {
  path: string;
  /** The words of the tabs that were chosen. */
  tabs: string[];
  fields: { key: string; value: FieldEntry['value'] }[];
}

/**
 * Keeps what was typed on this page until `restoreFormDraft` takes it up on the next load. Passwords
 * and what is marked `data-secret` (card number, security code) are never kept. False if there is
 * no place to keep anything.
 */
export function keepFormDraft(root: ParentNode): boolean {
  const draft: Draft = {
    path: window.location.pathname,
    tabs: chosenTabs(root).map((tab) => tab.textContent),
    fields: changedFields(root)
      .filter(({ field }) => !isSecret(field))
      .map(({ field, value }) => ({ key: keyOf(field), value })),
  };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Enters a kept draft again, field by field as they appear. True if there is one for this page. */
export function restoreFormDraft(root: ParentNode & Node): boolean {
  const draft = takeDraft();
  if (draft?.path !== window.location.pathname) return false;
  const left = new Map(draft.fields.map(({ key, value }) => [key, value]));
  const tabsLeft = new Set(draft.tabs);

  function enterWhatIsThere() {
    for (const tab of root.querySelectorAll<HTMLElement>('[role="tab"]')) {
      if (tabsLeft.delete(tab.textContent) && tab.ariaSelected !== 'true') {
        tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      }
    }
    for (const field of root.querySelectorAll<Field>('input, select, textarea')) {
      const value = left.get(keyOf(field));
      if (value !== undefined && left.delete(keyOf(field))) enterValue({ field, value });
    }
    if (left.size === 0) observer.disconnect();
  }

  const observer = new MutationObserver(enterWhatIsThere);
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), RESTORE_FOR_MS);
  enterWhatIsThere();
  return true;
}

function takeDraft(): Draft | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

/** The same field after a reload: ids and names may be made up anew, words and values are not. */
function keyOf(field: Field): string {
  const label = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name;
  return [field.type, label, field.type === 'radio' ? field.value : ''].join('|');
}

function isSecret(field: Field): boolean {
  return field.type === 'password' || 'secret' in field.dataset;
}

function chosenTabs(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="true"]')];
}
