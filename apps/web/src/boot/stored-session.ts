import { readConfiguration, sessionStorageKey } from '../lib/configuration.ts';

/** What links from e-mails and sign-ins elsewhere bring back in the address. */
const CALLBACK = /[#&?](access_token|code|error_description)=/;

/**
 * Is there a session of this project in storage, or one on its way in the address? The page asks
 * this before its first paint and the app when it starts; other projects' sessions are nothing
 * to either.
 */
export function hasSessionToRecover(): boolean {
  if (typeof window === 'undefined') return false;
  if (CALLBACK.test(window.location.href)) return true;
  try {
    return localStorage.getItem(sessionStorageKey(readConfiguration())) !== null;
  } catch {
    return false;
  }
}
