import { LANGUAGES } from './languages.ts';

const STORAGE_KEY = 'beaconpay-language';

/**
 * The BCP 47 tag of the language that this visitor chose on this device. Null without one, and for a language
 * that the app no longer has.
 */
export function readStoredLanguage(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return LANGUAGES.some(({ tag }) => tag === stored) ? stored : null;
  } catch {
    // Storage can be forbidden.
    return null;
  }
}

export function storeLanguage(tag: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, tag);
  } catch {
    // Without storage, the address keeps the language.
  }
}
