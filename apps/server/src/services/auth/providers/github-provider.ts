import * as openid from 'openid-client';
import { z } from 'zod';
import { OAuthError } from '../errors.ts';
import type { ProviderDeps } from './openid-provider.ts';
import { atProvider } from './provider-errors.ts';
import { toProviderUser } from './provider-user.ts';
import type { FlowStart, FlowChecks, Provider, ProviderResponse } from './provider.ts';
import type { ProviderSettings } from './settings.ts';

const userSchema = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** The API of github.com has its own host. GitHub Enterprise has it under a path. */
function apiUrlOf(site: string): string {
  return new URL(site).host === 'github.com' ? 'https://api.github.com' : `${site}/api/v3`;
}

/** GitHub or GitHub Enterprise: OAuth 2 without id tokens. Its API returns the user. */
export function createGithubProvider(
  { name, clientIds, secret, url: site, scopes }: ProviderSettings,
  { timeoutS }: ProviderDeps,
): Provider {
  const issuer = `${site}/login/oauth`;
  const configuration = new openid.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
    },
    clientIds[0],
    {},
    secret === null ? openid.None() : openid.ClientSecretPost(secret),
  );
  configuration.timeout = timeoutS;
  // The settings allow requests without TLS only to this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- The mark only warns of its use.
  if (site.startsWith('http:')) openid.allowInsecureRequests(configuration);

  async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    accessToken: string,
  ): Promise<z.output<Schema>> {
    const response = await openid.fetchProtectedResource(
      configuration,
      accessToken,
      new URL(`${apiUrlOf(site)}${path}`),
      'GET',
      null,
      new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'beaconpay' }),
    );
    if (!response.ok) throw new TypeError(`GitHub responded with ${response.status}.`);
    const parsed = schema.safeParse(await response.json());
    if (!parsed.success) throw new TypeError('GitHub sent an unexpected response.');
    return parsed.data;
  }

  async function departureUrl(departure: FlowStart): Promise<URL> {
    return openid.buildAuthorizationUrl(configuration, {
      ...departure.parameters,
      redirect_uri: departure.callbackUrl,
      scope: [...new Set([...scopes, ...departure.scopes])].join(' '),
      state: departure.state,
      code_challenge: await openid.calculatePKCECodeChallenge(departure.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  async function readAnswer(responseUrl: URL, checks: FlowChecks): Promise<ProviderResponse> {
    const tokens = await openid.authorizationCodeGrant(configuration, responseUrl, {
      expectedState: checks.state,
      pkceCodeVerifier: checks.codeVerifier,
    });
    const user = await ask('/user', userSchema, tokens.access_token);
    const emails = await ask('/user/emails', emailsSchema, tokens.access_token);
    const main = emails.find(({ primary }) => primary);
    return {
      person: toProviderUser(site, String(user.id), {
        email: main?.email,
        email_verified: main?.verified,
        name: user.name,
        picture: user.avatar_url,
        preferred_username: user.login,
      }),
      tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
    };
  }

  return {
    name,
    postsAnswer: false,
    departureUrl: (departure) => atProvider(() => departureUrl(departure)),
    readAnswer: (responseUrl, checks) => atProvider(() => readAnswer(responseUrl, checks)),
    verifyIdToken: () =>
      Promise.reject(new OAuthError('invalid_request', `${name} makes no id tokens`)),
  };
}
