import type { Database } from '@beaconpay/database';
import { GoTrueClient } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
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

export interface Backend {
  readonly auth: GoTrueClient;
  readonly from: PostgrestClient<Database>['from'];
  readonly rpc: PostgrestClient<Database>['rpc'];
  /** Its client is fetched with the first call. */
  readonly functions: { invoke: FunctionsClient['invoke'] };
  /** The one socket of this page, whose client is fetched with the first call. Screens follow it by lib/watch-rows.ts and lib/follow-channel.ts. */
  readonly loadRealtime: () => Promise<RealtimeClient>;
  /** Files; its client is fetched with the first call. */
  readonly loadStorage: () => Promise<StorageClient>;
  /** What a link brought while somebody was signed in: it replaces nobody's session unasked. */
  readonly sessionLink: SessionLink | null;
}

/**
 * The parts of supabase-js that the product uses, put together as its `createClient` does.
 * Only `loadSupabase` calls this, so there is never a second one.
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
      const answer = await fetch(input, init);
      if (init?.method !== 'GET') await checkEndedSession.byCode(answer);
      return answer;
    }),
  };
  const isSomebodyHere = storage.getItem(authService.storageKey) !== null;
  const linkTokens = isSomebodyHere ? readLinkTokens() : null;
  // The client never sees what it would take up in place of the session that is there.
  if (isSomebodyHere) removeTokensFromAddress();
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
    const answer = await fetchData(input, { ...init, headers });
    if (data.session !== null) checkEndedSession.byStatus(answer);
    return answer;
  };

  const rest = new PostgrestClient<Database>(service('rest/v1'), {
    fetch: fetchAsCaller,
    // Whoever shows the data decides whether to ask again.
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
        // The next call tries again.
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
    functions: {
      invoke: async (name, options) => (await loadFunctions()).invoke(name, options),
    },
    loadRealtime,
    loadStorage,
    sessionLink: linkTokens && createSessionLink(linkTokens, auth, authService),
  };
}

/**
 * What the app starts goes by PKCE. Invitations and links that an administrator makes bring
 * their tokens in the fragment instead, and the client takes up only those of its own flow: it is
 * of theirs until they are taken up.
 */
class BackendAuth extends GoTrueClient {
  override async initialize() {
    const initialized = super.initialize();
    // By now the address is read. Whatever comes of it, its tokens do not stay there.
    removeTokensFromAddress();
    const result = await initialized;
    this.flowType = 'pkce';
    return result;
  }
}
