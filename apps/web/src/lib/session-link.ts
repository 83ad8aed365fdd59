import { GoTrueClient, type User } from '@supabase/auth-js';

/** A session from a link in the URL fragment, opened while a user is signed in. */
export interface SessionLink {
  /** The link recovers a password. */
  isRecovery: boolean;
  /** Resolves to the user of the session. Throws the auth error if the session has ended. */
  findOwner: () => Promise<User>;
  /** Signs in with the session. Throws the auth error. */
  accept: () => Promise<void>;
}

export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
  isRecovery: boolean;
}

/** Parameters that must not stay in the URL or in the browser's history. */
const TOKEN_PARTS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'];

function fragmentParts(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1));
}

function hasTokens(parts: URLSearchParams): boolean {
  return TOKEN_PARTS.some((name) => parts.has(name));
}

/** Invitations and links that an administrator creates have a session in the fragment. */
export function addressBringsSession(): boolean {
  return fragmentParts().has('access_token');
}

/** The tokens of a link in the URL. Null without tokens, and for an incomplete pair. */
export function readLinkTokens(): LinkTokens | null {
  const parts = fragmentParts();
  const accessToken = parts.get('access_token');
  const refreshToken = parts.get('refresh_token');
  if (!accessToken || !refreshToken) return null;
  return { accessToken, refreshToken, isRecovery: parts.get('type') === 'recovery' };
}

/**
 * Removes all tokens from the URL without adding a history entry, and notifies the router, which would
 * otherwise write the URL back.
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

/** @param auth the auth client of the page, which stores the session after the user accepts it */
export function createSessionLink(
  tokens: LinkTokens,
  auth: GoTrueClient,
  service: ServiceOptions,
): SessionLink {
  return {
    isRecovery: tokens.isRecovery,
    async findOwner() {
      // Not sent with the auth client of the page, because that removes its own session when any token is
      // outdated.
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
