import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { listenLocally, type LocalHttp } from './local-http.ts';

export const CLIENT_ID = 'beaconpay-at-the-provider';
export const CLIENT_SECRET = 'the secret of the client';

/** A user of the provider, with the claims that the provider returns. */
export type Claims = Record<string, unknown> & { readonly sub: string };

export interface TestProvider extends LocalHttp {
  /** The number of requests for its keys. */
  readonly keyRequests: () => number;
  /** Signs in at the provider. @returns the address to which its page would redirect the browser */
  readonly consent: (departureUrl: URL, claims: Claims) => URL;
  readonly signIdToken: (claims: JWTPayload, key?: CryptoKey) => Promise<string>;
  /** Overrides the provider's responses while set. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** The sign-in page: a new user each time, with buttons to continue or cancel. */
function signInPage(departureUrl: URL, consent: TestProvider['consent']): string {
  const sub = randomUUID();
  const email = `person-${sub.slice(0, 8)}@provider.example`;
  const onward = consent(departureUrl, { sub, email, email_verified: true, name: 'Grace Hopper' });
  const back = new URL(departureUrl.searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('error', 'access_denied');
  back.searchParams.set('state', departureUrl.searchParams.get('state') ?? '');
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>The provider</title><h1>Choose an account</h1>
    <p><a href="${onward.href.replaceAll('&', '&amp;')}">Continue as ${email}</a></p>
    <p><a href="${back.href.replaceAll('&', '&amp;')}">Cancel</a></p></html>`;
}

/** A conforming OpenID Connect provider and a substitute for GitHub, on a free port. */
export async function startTestProvider(): Promise<TestProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const granted = new Map<string, { departure: URLSearchParams; claims: Claims }>();
  const people = new Map<string, Claims>();
  let keyRequests = 0;
  let url = '';

  const signIdToken = (claims: JWTPayload, key: CryptoKey = privateKey) => {
    const nowS = Math.floor(Date.now() / 1000);
    const standard = { iss: url, aud: CLIENT_ID, iat: nowS, exp: nowS + 300 };
    return new SignJWT({ ...standard, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(key);
  };

  /** RFC 6749, section 4.1.3, and RFC 7636, section 4.6. */
  function redeem(form: URLSearchParams): { departure: URLSearchParams; claims: Claims } | null {
    const code = form.get('code') ?? '';
    const grant = granted.get(code);
    granted.delete(code);
    if (grant === undefined) return null;
    const { departure } = grant;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      form.get('redirect_uri') === departure.get('redirect_uri') &&
      challenge === departure.get('code_challenge');
    return isRight ? grant : null;
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const grant = redeem(new URLSearchParams(await text(request)));
    if (grant === null) {
      answer(response, { error: 'invalid_grant' }, 400);
      return;
    }
    const accessToken = `access-${randomUUID()}`;
    people.set(accessToken, grant.claims);
    const nonce = grant.departure.get('nonce');
    const isOpenId = (grant.departure.get('scope') ?? '').includes('openid');
    answer(response, {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: `refresh-${randomUUID()}`,
      ...(isOpenId ? { id_token: await signIdToken({ nonce, ...grant.claims }) } : {}),
    });
  }

  const http = await listenLocally((request, response) => {
    if (provider.intercept?.(request, response) === true) return;
    const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const person = people.get(bearer);
    const departureUrl = new URL(request.url ?? '', url);
    switch (`${request.method ?? ''} ${departureUrl.pathname}`) {
      case 'GET /authorize':
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(signInPage(departureUrl, provider.consent));
        return;
      case 'GET /.well-known/openid-configuration':
        answer(response, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          userinfo_endpoint: `${url}/userinfo`,
          id_token_signing_alg_values_supported: ['ES256'],
          code_challenge_methods_supported: ['S256'],
        });
        return;
      case 'GET /keys':
        keyRequests += 1;
        answer(response, { keys: [jwk] });
        return;
      case 'POST /token':
      case 'POST /login/oauth/access_token':
        void token(request, response);
        return;
      case 'GET /userinfo':
        answer(response, person ?? {}, person === undefined ? 401 : 200);
        return;
      case 'GET /api/v3/user':
        answer(response, { id: Number(person?.sub), login: person?.login, name: person?.name });
        return;
      case 'GET /api/v3/user/emails':
        answer(response, person?.emails ?? []);
        return;
      default:
        answer(response, {}, 404);
    }
  });
  ({ url } = http);

  const provider: TestProvider = {
    ...http,
    keyRequests: () => keyRequests,
    consent(departureUrl, claims) {
      const departure = departureUrl.searchParams;
      const code = randomUUID();
      granted.set(code, { departure, claims });
      const back = new URL(departure.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', departure.get('state') ?? '');
      return back;
    },
    signIdToken,
    intercept: null,
  };
  return provider;
}
