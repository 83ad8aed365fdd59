import { loadSupabase } from './supabase.ts';

/** The language that the visitor chose and the account does not have yet. */
const STORAGE_KEY = 'beaconpay-account-language';

/** Called when the visitor chooses a language. The next page with a session stores it on the account. */
export function requestAccountLanguage(tag: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, tag);
  } catch {
    // Without storage, the account keeps its language.
  }
}

function readRequest(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/**
 * Stores the language that the visitor chose on the account of the session, for mails and SMS. A choice is
 * stored once: an account on two devices has the language that was chosen last. After a failure the next page
 * tries again.
 */
export async function storeAccountLanguage(): Promise<void> {
  const tag = readRequest();
  if (tag === null) return;
  const { auth } = await loadSupabase();
  const { data } = await auth.getSession();
  if (data.session === null) return;
  if (data.session.user.user_metadata.locale !== tag) {
    const { error } = await auth.updateUser({ data: { locale: tag } });
    if (error) return;
  }
  if (readRequest() === tag) localStorage.removeItem(STORAGE_KEY);
}
