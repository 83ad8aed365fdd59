import { loadSupabase } from '../../lib/supabase.ts';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The signed-in person's passkeys, oldest first. Throws the backend's error. */
export async function fetchPasskeys(): Promise<Passkey[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.passkey.list();
  if (error) throw error;
  return data.map((passkey) => ({
    id: passkey.id,
    name: passkey.friendly_name ?? 'Passkey',
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at ?? null,
  }));
}

/** What the browser answers when its sheet was closed, or took too long. */
const GIVEN_UP = ['NotAllowedError', 'AbortError'];

/** Asks the browser to make a passkey. False: its sheet was closed. Throws the backend's error. */
export async function addPasskey(): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.registerPasskey();
  if (error === null) return true;
  if (GIVEN_UP.includes(error.name)) return false;
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
