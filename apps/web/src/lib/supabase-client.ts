import type { Database } from '@beaconpay/database';
import { AuthApiError, GoTrueClient } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
import { readBackendError } from './backend-error.ts';
import { createBackendFetch } from './backend-fetch.ts';
import { readConfiguration, sessionStorageKey } from './configuration.ts';
import { createEndedSessionCheck } from './ended-session.ts';
import { reportingWrites } from './pending-writes.ts';
import { withLocalExpiry } from './session-expiry.ts';
import {
  addressBringsSession,
  createSessionLink,
  readLinkTokens,
  removeTokensFromAddress,
  type SessionLink,
} from './session-link.ts';
import { createSessionStorage } from './session-storage.ts';

/** The version of the auth API whose error bodies have a `code` and a `message`. */
const API_VERSION = '2024-01-01';

export interface Backend {
  readonly auth: GoTrueClient;
  readonly from: PostgrestClient<Database>['from'];
  readonly rpc: PostgrestClient<Database>['rpc'];
  /**
   * Calls an endpoint of BeaconPay's auth service that the auth client has no method for, as the current user.
   * Throws the errors of the auth client, or an UnreachableError.
   */
  readonly postToAuth: (path: string, body: object) => Promise<unknown>;
  /** The first call loads the functions client. */
  readonly functions: { invoke: FunctionsClient['invoke'] };
  /** The first call loads the realtime client, with one socket per page. Screens use lib/watch-rows.ts and lib/follow-channel.ts. */
  readonly loadRealtime: () => Promise<RealtimeClient>;
  /** The first call loads the storage client. */
  readonly loadStorage: () => Promise<StorageClient>;
  /** The session of an opened link when a user is already signed in. The user decides whether it replaces theirs. */
  readonly sessionLink: SessionLink | null;
}

/**
 * Combines the clients of supabase-js that the product uses, as its `createClient` does. Only `loadSupabase` calls it,
 * so a page has one backend.
 */
export function createBackend(): Backend {
  const configuration = readConfiguration();
  const { supabaseUrl, publishableKey } = configuration;
  if (publishableKey === '') throw new Error('supabaseKey is required.');

  const fetch = createBackendFetch();
  const service = (path: string) => new URL(path, `${supabaseUrl.replace(/\/*$/, '')}/`).href;
  const storage = createSessionStorage();
  const authService = {
    url: service('auth/v1'),
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: sessionStorageKey(configuration),
    fetch: withLocalExpiry(async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'GET') await checkEndedSession.byCode(response);
      return response;
    }),
  };
  const hasSession = storage.getItem(authService.storageKey) !== null;
  const linkTokens = hasSession ? readLinkTokens() : null;
  // The auth client would replace the stored session with the tokens in the URL.
  if (hasSession) removeTokensFromAddress();
  const auth = new BackendAuth({
    ...authService,
    experimental: { passkey: true },
    storage,
    flowType: addressBringsSession() ? 'implicit' : 'pkce',
  });

  const checkEndedSession = createEndedSessionCheck(auth);
  const fetchData = reportingWrites(fetch);
  const fetchAsCaller: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession();
    const headers = new Headers(init?.headers);
    headers.set('apikey', publishableKey);
    headers.set('Authorization', `Bearer ${data.session?.access_token ?? publishableKey}`);
    const response = await fetchData(input, { ...init, headers });
    if (data.session !== null) checkEndedSession.byStatus(response);
    return response;
  };

  async function postToAuth(path: string, body: object): Promise<unknown> {
    const { data } = await auth.getSession();
    const token = data.session?.access_token ?? publishableKey;
    const response = await authService.fetch(`${authService.url}/${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': API_VERSION,
      },
      body: JSON.stringify(body),
    });
    const content: unknown = await response.json();
    if (response.ok) return content;
    const { key, message } = readBackendError(content);
    throw new AuthApiError(message, response.status, key);
  }

  const rest = new PostgrestClient<Database>(service('rest/v1'), {
    fetch: fetchAsCaller,
    // TanStack Query retries.
    retry: false,
  });

  async function loadFunctions(): Promise<FunctionsClient> {
    const { FunctionsClient } = await import('@supabase/functions-js');
    return new FunctionsClient(service('functions/v1'), { customFetch: fetchAsCaller });
  }

  let realtime: Promise<RealtimeClient> | null = null;
  function loadRealtime(): Promise<RealtimeClient> {
    realtime ??= import('./realtime-client.ts')
      .then(({ createRealtimeClient }) =>
        createRealtimeClient({ url: service('realtime/v1'), publishableKey, auth }),
      )
      .catch((error: unknown) => {
        // The next call loads it again.
        realtime = null;
        throw error;
      });
    return realtime;
  }

  async function loadStorage(): Promise<StorageClient> {
    const { StorageClient } = await import('@supabase/storage-js');
    return new StorageClient(service('storage/v1'), {}, fetchAsCaller);
  }

  return {
    auth,
    from: rest.from.bind<Backend['from']>(rest),
    rpc: rest.rpc.bind<Backend['rpc']>(rest),
    postToAuth,
    functions: {
      invoke: async (name, options) => (await loadFunctions()).invoke(name, options),
    },
    loadRealtime,
    loadStorage,
    sessionLink: linkTokens && createSessionLink(linkTokens, auth, authService),
  };
}

/**
 * Flows that the app starts use PKCE. Invitations and links that an administrator creates have tokens in the URL
 * fragment instead. The auth client accepts only tokens of its own flow type, so it starts with theirs.
 */
class BackendAuth extends GoTrueClient {
  override async initialize() {
    const initialized = super.initialize();
    // The client has read the URL. The tokens must not stay in it, even after an error.
    removeTokensFromAddress();
    const result = await initialized;
    this.flowType = 'pkce';
    return result;
  }
}
