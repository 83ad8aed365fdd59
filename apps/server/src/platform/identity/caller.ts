import type { JsonObject } from '../json.ts';
import { TokenError, type ClaimRules, type TokenVerifier } from './access-token.ts';
import { roleOfApiKey, type ApiKeys } from './api-keys.ts';

/** The identity that a request acts as. */
export interface Caller {
  /** The Postgres role for its statements. */
  readonly role: string;
  /** The value of `request.jwt.claims`; always contains `role`. */
  readonly claims: JsonObject;
  /** The verified access token of a user or of a legacy API key; null for an opaque key alone. */
  readonly token: string | null;
}

export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export interface CallerResolver {
  /**
   * @param apiKey the `apikey` header or query parameter
   * @param authorization the `Authorization` header
   * @throws ApiKeyError when the key is missing or unknown (401)
   * @throws TokenError when the bearer token is not valid
   */
  resolve(apiKey: string | undefined, authorization: string | undefined): Promise<Caller>;
}

interface CallerResolverOptions {
  readonly apiKeys: ApiKeys;
  readonly tokens: TokenVerifier;
  readonly requireApiKey: boolean;
  /** The tolerance for the times of a bearer token; the default is none. */
  readonly rules?: ClaimRules;
}

function callerOfRole(role: string): Caller {
  return { role, claims: { role }, token: null };
}

function callerOfClaims(claims: JsonObject, token: string): Caller {
  const role = claims.role;
  if (role === undefined) return { role: 'anon', claims: { ...claims, role: 'anon' }, token };
  if (typeof role !== 'string') throw new TokenError('claims', 'invalid JWT: role is not a string');
  return { role, claims, token };
}

function bearerOf(authorization: string | undefined): string | null {
  const match = /^bearer +(\S+)\s*$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Resolves the caller of a request: the bearer token if there is one, else the API key. Both can be
 * opaque keys, or JWTs in projects with a legacy JWT secret.
 */
export function createCallerResolver(options: CallerResolverOptions): CallerResolver {
  const { apiKeys, tokens, requireApiKey, rules } = options;

  async function callerOfApiKey(apiKey: string | undefined): Promise<Caller> {
    if (apiKey === undefined || apiKey === '') {
      if (!requireApiKey) return callerOfRole('anon');
      throw new ApiKeyError(
        'No API key found in request',
        'No `apikey` request header or url param was found.',
      );
    }
    const role = roleOfApiKey(apiKey, apiKeys);
    if (role !== null) return callerOfRole(role);
    const claims = await claimsOfLegacyKey(apiKey);
    if (claims === null) throw new ApiKeyError('Invalid API key', 'Double check your API key.');
    return callerOfClaims(claims, apiKey);
  }

  /** Null for a token that is no API key, such as a user's. */
  async function claimsOfLegacyKey(key: string): Promise<JsonObject | null> {
    const claims = await tokens.verify(key).catch(() => null);
    return claims?.role === 'anon' || claims?.role === 'service_role' ? claims : null;
  }

  /** Some clients send the API key as bearer token only. */
  async function keyFromBearer(bearer: string | null): Promise<string | undefined> {
    if (bearer === null) return undefined;
    const isKey = roleOfApiKey(bearer, apiKeys) ?? (await claimsOfLegacyKey(bearer));
    return isKey === null ? undefined : bearer;
  }

  return {
    async resolve(apiKey, authorization) {
      const bearer = bearerOf(authorization);
      const key = apiKey ?? (await keyFromBearer(bearer));
      const keyCaller = await callerOfApiKey(key);
      if (bearer === null || bearer === key) return keyCaller;
      const bearerKeyRole = roleOfApiKey(bearer, apiKeys);
      if (bearerKeyRole !== null) return callerOfRole(bearerKeyRole);
      return callerOfClaims(await tokens.verify(bearer, rules), bearer);
    },
  };
}
