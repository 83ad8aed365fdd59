import { decodeJwt, type JWTPayload } from 'jose';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/index.ts';
import { call, createBrowser, type RawAnswer } from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  generateRsaKey,
  startSamlIdentityProvider,
  type Member,
  type PostedForm,
  type SamlIdentityProvider,
} from './saml-identity-provider.ts';

export const HOME = 'http://localhost:3000/';
export const DOMAIN = 'corp.example';

/** A server with a registered identity provider. */
export interface SamlServer {
  readonly server: TestServer;
  readonly idp: SamlIdentityProvider;
  readonly providerId: string;
  stop(): Promise<void>;
}

/** A request to the admin API of the providers, with the secret key. */
export function administer(
  server: TestServer,
  path = '',
  options: { method?: string; body?: unknown } = {},
): Promise<RawAnswer> {
  return call(server, `/admin/sso/providers${path}`, { ...options, apiKey: server.secretKey });
}

export async function registerProvider(
  server: TestServer,
  idp: SamlIdentityProvider,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await administer(server, '', {
    body: { type: 'saml', metadata_xml: idp.metadataXml, ...fields },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body.id);
}

export async function startSamlServer(options: TestServerOptions = {}): Promise<SamlServer> {
  const idp = await startSamlIdentityProvider(options.clock);
  const server = await startTestServer({
    ...options,
    environment: {
      PUBLIC_URL: 'http://localhost:3000',
      SAML_ENABLED: 'true',
      SAML_PRIVATE_KEY: generateRsaKey(),
      SAML_METADATA_PRIVATE_HOSTS: 'true',
      ...options.environment,
    },
  });
  const metadata = await fetch(`${server.url}/auth/v1/sso/saml/metadata`);
  idp.trust(await metadata.text());
  const providerId = await registerProvider(server, idp, { domains: [DOMAIN] });
  return {
    server,
    idp,
    providerId,
    async stop() {
      await server.stop();
      await idp.close();
    },
  };
}

/** Starts a sign-in. Resolves to the URL of the identity provider. */
export async function requestSignIn(
  { server }: Pick<SamlServer, 'server'>,
  supabase = createBrowser(server),
  wanted: { domain: string } | { providerId: string } = { domain: DOMAIN },
): Promise<string> {
  const { data, error } = await supabase.auth.signInWithSSO({
    ...wanted,
    options: { redirectTo: `${HOME}cards` },
  });
  if (error) throw error;
  return data.url;
}

/** Posts the form of the identity provider. Resolves to the URL of the redirect. */
export function post({ server }: Pick<SamlServer, 'server'>, form: PostedForm): Promise<URL> {
  return new FlowBrowser(server).open(form.action, form.fields);
}

/** Signs in with the implicit flow. Resolves to the parameters in the URL fragment. */
export async function signInWithSaml(
  saml: SamlServer,
  member: Member = {},
): Promise<Record<string, string>> {
  const { server, idp, providerId } = saml;
  const signInUrl = await requestSignIn(saml, createBrowser(server), { providerId });
  const form = await idp.signIn(signInUrl, member);
  return fragmentOf(await post(saml, form));
}

export async function userOf(server: TestServer, accessToken: string | undefined) {
  const { data, error } = await createBrowser(server).auth.getUser(accessToken);
  if (error) throw error;
  return data.user;
}

export function claimsOf(fragment: Record<string, string>): JWTPayload {
  return decodeJwt(fragment.access_token ?? '');
}

/** The state that a rejected response must not change. */
export async function countAccounts({ server }: Pick<SamlServer, 'server'>): Promise<unknown> {
  const [counts] = await server.sql`
    select (select count(*)::int from auth.users) as users,
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.flow_state where user_id is not null) as codes`;
  return counts;
}
