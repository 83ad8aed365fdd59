const STORAGE_KEY = 'beaconpay-language';

/** The BCP 47 tag that this device stores. Null without one. The app may no longer have this language. */
export function readStoredTag(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
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
