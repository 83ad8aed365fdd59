import { createBackendFetch } from '../../lib/backend-fetch.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import { loadSupabase } from '../../lib/supabase.ts';

/** Calls an endpoint that the auth client does not have. Throws an Error with the server's message. */
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

/** Creates ten codes and revokes all earlier ones. The codes can be read only once. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  const { codes } = (await post('', {})) as { codes: string[] };
  return codes;
}

/** Verifies the second factor with a recovery code, which works only once. */
export async function useUpRecoveryCode(code: string): Promise<void> {
  const tokens = (await post('/verify', { code })) as {
    access_token: string;
    refresh_token: string;
  };
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.setSession(tokens);
  if (error) throw error;
}
