import { hash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { equalInConstantTime } from '../../../platform/equal-in-constant-time.ts';
import { OAuthError } from '../errors.ts';
import { atProvider } from './provider-errors.ts';
import { toProviderUser } from './provider-user.ts';
import type {
  FlowStart,
  FlowChecks,
  IdTokenProof,
  Provider,
  ProviderResponse,
  VerifiedIdToken,
} from './provider.ts';
import type { ProviderSettings } from './settings.ts';

/** The maximum difference of the clocks of the provider and this server. */
const CLOCK_TOLERANCE_S = 60;
const METADATA_KEPT_MS = 60 * 60_000;
const ID_TOKEN_ALGORITHMS = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'ES512',
  'RS384',
  'RS512',
  'EdDSA',
];

export interface ProviderDeps {
  readonly clock: Clock;
  /** The timeout of one request to the provider. */
  readonly timeoutS: number;
}

/** The discovery document, while it is valid. */
interface Discovered {
  readonly configuration: openid.Configuration;
  /** Fetches keys again only when a token names an unknown one. */
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

function createDiscovery(settings: ProviderSettings, { clock, timeoutS }: ProviderDeps) {
  const { url, clientIds, secret } = settings;
  let known: { readonly discovered: Promise<Discovered>; readonly untilMs: number } | null = null;

  async function discover(): Promise<Discovered> {
    const configuration = await openid.discovery(
      new URL(url),
      clientIds[0],
      { [openid.clockTolerance]: CLOCK_TOLERANCE_S },
      secret === null ? openid.None() : openid.ClientSecretPost(secret),
      {
        timeout: timeoutS,
        execute: [
          openid.enableNonRepudiationChecks,
          // The settings allow requests without TLS only to this machine.
          // oxlint-disable-next-line typescript/no-deprecated -- The mark only warns of its use.
          ...(url.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const keysUrl = configuration.serverMetadata().jwks_uri;
    if (keysUrl === undefined) throw new TypeError('The provider names no keys.');
    const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutS * 1000 });
    return { configuration, keys };
  }

  return async (): Promise<Discovered> => {
    const nowMs = clock.now().getTime();
    if (known === null || known.untilMs <= nowMs) {
      known = { discovered: discover(), untilMs: nowMs + METADATA_KEPT_MS };
    }
    const { discovered } = known;
    try {
      return await discovered;
    } catch (error) {
      // The next sign-in tries again.
      if (known.discovered === discovered) known = null;
      throw error;
    }
  };
}

/** The client created the nonce and sent only its SHA-256 to the provider. */
function checkNonce(claims: JWTPayload, nonce: string | null): void {
  const { nonce: claimed } = claims;
  if ((claimed === undefined) !== (nonce === null)) {
    throw new OAuthError(
      'invalid_request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (nonce === null) return;
  const expected = hash('sha256', nonce);
  if (typeof claimed !== 'string' || !equalInConstantTime(expected, claimed)) {
    throw new OAuthError('invalid_nonce', 'Nonces mismatch');
  }
}

/** OpenID Connect Core, section 3.1.3.8. The hash is the one in the name of the signature algorithm. */
function checkAccessToken(claims: JWTPayload, algorithm: string, accessToken: string | null): void {
  const { at_hash: claimed } = claims;
  if (claimed === undefined || accessToken === null) return;
  const bits = /\d+$/.exec(algorithm)?.[0] ?? '512';
  const digest = hash(`sha${bits}`, accessToken, 'buffer');
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  if (typeof claimed !== 'string' || !equalInConstantTime(expected, claimed)) {
    throw new OAuthError('invalid_request', 'The access token does not belong to the id token');
  }
}

function checkAuthorizedParty({ aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  if (!Array.isArray(aud) || aud.length < 2) return;
  if (typeof azp === 'string' && clientIds.includes(azp)) return;
  throw new OAuthError('invalid_request', 'The id token is for another audience');
}

function badIdToken(): OAuthError {
  return new OAuthError('invalid_request', 'Bad ID token');
}

/** The provider's UserInfo endpoint can return claims that the id token does not contain. */
async function completeClaims(
  configuration: openid.Configuration,
  claims: openid.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
}

/** Apple sends a name once, unsigned and separate from the token. It is only displayed. */
function nameBesideAnswer(responseUrl: URL): string | undefined {
  try {
    const user = JSON.parse(responseUrl.searchParams.get('user') ?? '') as {
      name?: { firstName?: unknown; lastName?: unknown };
    };
    const parts = [user.name?.firstName, user.name?.lastName];
    return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
  } catch {
    return undefined;
  }
}

/** An OpenID Connect provider that is discovered by its issuer. */
export function createOpenIdProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const { name, clientIds, scopes, skipsNonceCheck } = settings;
  const discovered = createDiscovery(settings, deps);
  // Apple returns an address and a name only in this mode.
  const postsAnswer = name === 'apple';

  async function departureUrl(departure: FlowStart): Promise<URL> {
    const { configuration } = await discovered();
    return openid.buildAuthorizationUrl(configuration, {
      ...departure.parameters,
      redirect_uri: departure.callbackUrl,
      scope: [...new Set([...scopes, ...departure.scopes])].join(' '),
      state: departure.state,
      nonce: departure.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(departure.codeVerifier),
      code_challenge_method: 'S256',
      ...(postsAnswer ? { response_mode: 'form_post' } : {}),
    });
  }

  async function readAnswer(responseUrl: URL, checks: FlowChecks): Promise<ProviderResponse> {
    const { configuration } = await discovered();
    const tokens = await openid.authorizationCodeGrant(configuration, responseUrl, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw new OAuthError('server_error', 'There is no id token');
    const claims = await completeClaims(configuration, idToken, tokens.access_token);
    return {
      person: toProviderUser(idToken.iss, idToken.sub, {
        name: postsAnswer ? nameBesideAnswer(responseUrl) : undefined,
        ...claims,
      }),
      tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
    };
  }

  async function verifyIdToken(proof: IdTokenProof): Promise<VerifiedIdToken> {
    // A text that is not a token is rejected without a request to the provider.
    decodeJwt(proof.idToken);
    const { configuration, keys } = await discovered();
    const { payload, protectedHeader } = await jwtVerify(proof.idToken, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: [...clientIds],
      algorithms: ID_TOKEN_ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: proof.now,
      requiredClaims: ['exp', 'iat'],
    });
    checkAuthorizedParty(payload, clientIds);
    if (!skipsNonceCheck) checkNonce(payload, proof.nonce);
    checkAccessToken(payload, protectedHeader.alg, proof.accessToken);
    const { iss = '', sub, exp = 0 } = payload;
    const expiresAt = new Date((exp + CLOCK_TOLERANCE_S) * 1000);
    return { person: toProviderUser(iss, sub, payload), expiresAt };
  }

  return {
    name,
    postsAnswer,
    departureUrl: (departure) => atProvider(() => departureUrl(departure)),
    readAnswer: (responseUrl, checks) => atProvider(() => readAnswer(responseUrl, checks)),
    verifyIdToken: (proof) => atProvider(() => verifyIdToken(proof), badIdToken),
  };
}
