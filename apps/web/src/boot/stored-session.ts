import { readConfiguration, sessionStorageKey } from '../lib/configuration.ts';

/** Parameters that links in emails and sign-in providers add to the URL. */
const CALLBACK = /[#&?](access_token|code|error_description)=/;

/**
 * Whether storage has a session of this project, or the URL is about to create one. The boot script asks
 * before the first paint, and the app asks at its start. Sessions of other projects do not count.
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
