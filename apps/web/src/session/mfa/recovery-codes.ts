import { createBackendFetch } from '../../lib/backend-fetch.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import { loadSupabase } from '../../lib/supabase.ts';

/** A call of our own server beside those that the backend client knows. Throws the server's words. */
async function post(path: string, body: object): Promise<unknown> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const { supabaseUrl, publishableKey } = readConfiguration();
  const service = `${supabaseUrl.replace(/\/*$/, '')}/auth/v1/factors/recovery-codes`;
  const answer = await createBackendFetch()(`${service}${path}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${data.session?.access_token ?? publishableKey}`,
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: JSON.stringify(body),
  });
  const content = (await answer.json()) as { message?: string };
  if (!answer.ok) throw new Error(content.message ?? '');
  return content;
}

/** Makes ten codes in place of all before; nobody can read them again. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  const { codes } = (await post('', {})) as { codes: string[] };
  return codes;
}

/** Takes the session to its second step with one of the codes, which is used up by it. */
export async function useUpRecoveryCode(code: string): Promise<void> {
  const tokens = (await post('/verify', { code })) as {
    access_token: string;
    refresh_token: string;
  };
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.setSession(tokens);
  if (error) throw error;
}
