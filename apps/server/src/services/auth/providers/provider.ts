import type { JsonObject } from '../../../platform/json.ts';

/** Who somebody is by a provider's word. */
export interface ProviderPerson {
  /** Never given to anybody else by the same provider. */
  readonly subject: string;
  /** Normalized; null unless the provider says that it has seen the person read mail there. */
  readonly verifiedEmail: string | null;
  /** What is kept of the rest, as Supabase Auth names it. */
  readonly data: JsonObject;
}

/** What the provider lets its holder do there. */
export interface ProviderTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** What an answer of the provider is checked with. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Departure extends FlowChecks {
  /** Where the provider leads back to. */
  readonly callbackUrl: string;
  /** In addition to the default scopes. */
  readonly scopes: readonly string[];
  /** Further parameters for the provider, such as `prompt`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ProviderAnswer {
  readonly person: ProviderPerson;
  readonly tokens: ProviderTokens;
}

export interface IdTokenProof {
  readonly idToken: string;
  /** Goes with the id token where that names its hash. */
  readonly accessToken: string | null;
  /** As the app made it; the token holds its SHA-256. */
  readonly nonce: string | null;
  readonly now: Date;
}

export interface VerifiedIdToken {
  readonly person: ProviderPerson;
  readonly expiresAt: Date;
}

/** Another service that people may sign in with. Each call may go out to it. */
export interface Provider {
  readonly name: string;
  /** Its answer comes as a form that its own page posts. */
  readonly postsAnswer: boolean;
  /** @throws AuthError provider unreachable */
  departureUrl(departure: Departure): Promise<URL>;
  /**
   * @param answerUrl the callback's address with what the provider answered as its query
   * @throws AuthError, OAuthError when the answer is not what was asked for
   */
  readAnswer(answerUrl: URL, checks: FlowChecks): Promise<ProviderAnswer>;
  /**
   * What an app got from the provider without this server.
   *
   * @throws AuthError, OAuthError when the token is not valid, or not made for us
   */
  verifyIdToken(proof: IdTokenProof): Promise<VerifiedIdToken>;
}
