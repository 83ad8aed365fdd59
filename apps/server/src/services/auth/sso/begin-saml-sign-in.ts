import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import { currentMetadata } from './current-metadata.ts';
import { readDomain } from './domains.ts';
import { rememberSamlFlow } from './saml-flows.ts';
import type { ServiceProvider } from './service-provider.ts';
import { findProviderByDomain, findProviderById, type SsoProvider } from './sso-providers.ts';
import { ssoErrors } from '../sso-errors.ts';

export interface SamlSignInRequest {
  readonly wanted: { readonly providerId: string } | { readonly domain: string };
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

/** @throws AuthError saml_provider_disabled */
export function requireSaml({ samlService }: Pick<AuthContext, 'samlService'>): ServiceProvider {
  if (samlService === null) throw authErrors.samlDisabled();
  return samlService;
}

/** @throws AuthError sso_provider_disabled */
export function requireEnabled(provider: SsoProvider): void {
  if (provider.disabled) throw ssoErrors.ssoProviderDisabled();
}

async function findWanted(
  { sql }: Pick<AuthContext, 'sql'>,
  wanted: SamlSignInRequest['wanted'],
): Promise<SsoProvider> {
  if ('providerId' in wanted) {
    const found = await findProviderById(sql, wanted.providerId);
    if (found === null) throw ssoErrors.ssoProviderNotFound('No such SSO provider');
    return found;
  }
  const domain = readDomain(wanted.domain);
  const found = domain === null ? null : await findProviderByDomain(sql, domain);
  if (found === null) {
    throw ssoErrors.ssoProviderNotFound('No SSO provider assigned for this domain');
  }
  return found;
}

/** The URL for the sign-in at an organisation. */
export async function beginSamlSignIn(
  auth: AuthContext,
  { wanted, redirectTo, challenge }: SamlSignInRequest,
): Promise<string> {
  const service = requireSaml(auth);
  const provider = await findWanted(auth, wanted);
  requireEnabled(provider);
  const metadata = await currentMetadata(auth, provider);
  const relayState = randomUUID();
  const { id, url } = await service.askForSignIn(metadata, provider.nameIdFormat, relayState);
  const flow = { providerId: provider.id, requestId: id, redirectTo, challenge };
  await rememberSamlFlow(auth.sql, relayState, flow, auth.clock.now());
  return url;
}
