import { GoTrueClient, type User } from '@supabase/auth-js';

/** A session that a link brought in the fragment of the address while somebody was signed in here. */
export interface SessionLink {
  /** It was made for a forgotten password. */
  isRecovery: boolean;
  /** Whose session it is, by the service's word. Throws its error when the session is none any more. */
  findOwner: () => Promise<User>;
  /** Signs in by it. Throws the service's error. */
  accept: () => Promise<void>;
}

export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
  isRecovery: boolean;
}

/** What must never stay in an address, nor in the browser's history of it. */
const TOKEN_PARTS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'];

function fragmentParts(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1));
}

function hasTokens(parts: URLSearchParams): boolean {
  return TOKEN_PARTS.some((name) => parts.has(name));
}

/** Invitations and links that an administrator makes bring a session in the fragment. */
export function addressBringsSession(): boolean {
  return fragmentParts().has('access_token');
}

/** The tokens of a link in the address; null when it brings none, or half of them. */
export function readLinkTokens(): LinkTokens | null {
  const parts = fragmentParts();
  const accessToken = parts.get('access_token');
  const refreshToken = parts.get('refresh_token');
  if (!accessToken || !refreshToken) return null;
  return { accessToken, refreshToken, isRecovery: parts.get('type') === 'recovery' };
}

/**
 * Removes every token from the address, without a step of history that could bring it back, and
 * tells the router, which would write the address as it knew it otherwise.
 */
export function removeTokensFromAddress(): void {
  const url = new URL(window.location.href);
  if (!hasTokens(fragmentParts()) && !hasTokens(url.searchParams)) return;
  if (hasTokens(fragmentParts())) url.hash = '';
  for (const name of TOKEN_PARTS) url.searchParams.delete(name);
  const state: unknown = window.history.state;
  window.history.replaceState(state, '', url);
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

type ServiceOptions = Pick<
  NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>,
  'url' | 'headers' | 'fetch' | 'storageKey'
>;

/** @param auth the page's own client, which takes the session up once it is accepted */
export function createSessionLink(
  tokens: LinkTokens,
  auth: GoTrueClient,
  service: ServiceOptions,
): SessionLink {
  return {
    isRecovery: tokens.isRecovery,
    async findOwner() {
      // Not asked by the page's own client: it drops its session when a token of any is outdated.
      const stranger = new GoTrueClient({
        ...service,
        storageKey: `${service.storageKey ?? ''}-link`,
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      });
      try {
        const { data, error } = await stranger.getUser(tokens.accessToken);
        if (error) throw error;
        return data.user;
      } finally {
        await stranger.dispose();
      }
    },
    async accept() {
      const { error } = await auth.setSession({
        access_token: tokens.accessToken,
        refresh_token: tokens.refreshToken,
      });
      if (error) throw error;
    },
  };
}
