import type { FuzzedServer } from './fuzzed-server.ts';

export interface Session {
  readonly headers: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** An anonymous user needs no password hash, so each case can have a session of its own. */
export async function openSession({ url, publishableKey }: FuzzedServer): Promise<Session> {
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json', Connection: 'close' },
    body: '{}',
  });
  const { access_token: token } = (await signedUp.json()) as { access_token: string };
  const headers = { apikey: publishableKey, Authorization: `Bearer ${token}` };
  return {
    headers,
    async end() {
      const ended = await fetch(`${url}/auth/v1/logout?scope=global`, {
        method: 'POST',
        headers: { ...headers, Connection: 'close' },
      });
      // Another fuzzed request can have ended the session before.
      if (![204, 401, 403].includes(ended.status))
        throw new Error(`The logout responded with ${ended.status}.`);
    },
  };
}
