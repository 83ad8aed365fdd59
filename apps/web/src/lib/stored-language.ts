const STORAGE_KEY = 'beaconpay-language';

/** The BCP 47 tag of the language that this visitor chose on this device, or null. */
export function readStoredLanguage(): string | null {
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
