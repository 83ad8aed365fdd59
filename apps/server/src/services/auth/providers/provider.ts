import type { JsonObject } from '../../../platform/json.ts';

/** A provider's data of a user. */
export interface ProviderUser {
  /** Unique at the provider, and never reused. */
  readonly subject: string;
  /** Normalized; null unless the provider has verified that the user reads its mail. */
  readonly verifiedEmail: string | null;
  /** Further claims under the names of Supabase Auth. */
  readonly data: JsonObject;
}

/** The provider's tokens for its own API. */
export interface ProviderTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** The values that a response of the provider is verified with. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface FlowStart extends FlowChecks {
  /** The redirect URL of the provider. */
  readonly callbackUrl: string;
  /** In addition to the default scopes. */
  readonly scopes: readonly string[];
  /** Further parameters for the provider, such as `prompt`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ProviderResponse {
  readonly person: ProviderUser;
  readonly tokens: ProviderTokens;
}

export interface IdTokenProof {
  readonly idToken: string;
  /** Sent with an id token that contains its hash. */
  readonly accessToken: string | null;
  /** The nonce of the app. The token contains its SHA-256. */
  readonly nonce: string | null;
  readonly now: Date;
}

export interface VerifiedIdToken {
  readonly person: ProviderUser;
  readonly expiresAt: Date;
}

/** A sign-in provider. Each call can send requests to it. */
export interface Provider {
  readonly name: string;
  /** Whether its response is a form that its page posts. */
  readonly postsAnswer: boolean;
  /** @throws AuthError provider unreachable */
  departureUrl(departure: FlowStart): Promise<URL>;
  /**
   * @param responseUrl the URL of the callback with the provider's response as its query
   * @throws AuthError, OAuthError when the response does not belong to the request
   */
  readAnswer(responseUrl: URL, checks: FlowChecks): Promise<ProviderResponse>;
  /**
   * The user of an id token that an app got without this server.
   *
   * @throws AuthError, OAuthError when the token is invalid or was issued for another audience
   */
  verifyIdToken(proof: IdTokenProof): Promise<VerifiedIdToken>;
}
