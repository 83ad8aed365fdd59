import { loadSupabase } from '../../../lib/supabase.ts';
import { m } from '../../../paraglide/messages.js';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The user's passkeys, oldest first. Throws the backend's error. */
export async function fetchPasskeys(): Promise<Passkey[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.passkey.list();
  if (error) throw error;
  return data.map((passkey) => ({
    id: passkey.id,
    name: passkey.friendly_name ?? m.account_passkey(),
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at ?? null,
  }));
}

/** The browser's errors when the user closed the passkey prompt or it timed out. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

/** Creates a passkey. Resolves to false if the user cancelled. Throws the backend's error. */
export async function addPasskey(): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.registerPasskey();
  if (error === null) return true;
  if (CANCELLED.includes(error.name)) return false;
  throw error;
}

/** Throws the backend's error. */
export async function removePasskey(passkeyId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.passkey.delete({ passkeyId });
  if (error) throw error;
}

/** Throws the backend's error. */
export async function renamePasskey(change: { passkeyId: string; name: string }): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.passkey.update({
    passkeyId: change.passkeyId,
    friendlyName: change.name,
  });
  if (error) throw error;
}
