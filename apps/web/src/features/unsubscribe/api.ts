import { createBackendFetch } from '../../lib/backend-fetch.ts';
import { readConfiguration } from '../../lib/configuration.ts';

/**
 * Stops the optional mails of the user that the token names. False if the token is not valid. It uses a plain
 * request, because it works without a session, and the backend client is many times larger than the page.
 */
export async function unsubscribe(token: string): Promise<boolean> {
  const { supabaseUrl, publishableKey } = readConfiguration();
  const response = await createBackendFetch()(`${supabaseUrl}/rest/v1/rpc/unsubscribe`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`unsubscribe: HTTP ${String(response.status)}`);
  return (await response.json()) === true;
}
