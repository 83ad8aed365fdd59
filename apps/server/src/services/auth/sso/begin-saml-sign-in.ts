import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import { currentMetadata } from './current-metadata.ts';
import { readDomain } from './domains.ts';
import { storeSamlFlow } from './saml-flows.ts';
import type { ServiceProvider } from './service-provider.ts';
import { findProviderByDomain, findProviderById, type SsoProvider } from './sso-providers.ts';
import { ssoErrors } from '../sso-errors.ts';

export interface SamlSignInRequest {
  readonly target: { readonly providerId: string } | { readonly domain: string };
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

async function findTarget(
  { sql }: Pick<AuthContext, 'sql'>,
  target: SamlSignInRequest['target'],
): Promise<SsoProvider> {
  if ('providerId' in target) {
    const found = await findProviderById(sql, target.providerId);
    if (found === null) throw ssoErrors.ssoProviderNotFound('No such SSO provider');
    return found;
  }
  const domain = readDomain(target.domain);
  const found = domain === null ? null : await findProviderByDomain(sql, domain);
  if (found === null) {
    throw ssoErrors.ssoProviderNotFound('No SSO provider assigned for this domain');
  }
  return found;
}

/** The URL for the sign-in at an organisation. */
export async function beginSamlSignIn(
  auth: AuthContext,
  { target, redirectTo, challenge }: SamlSignInRequest,
): Promise<string> {
  const service = requireSaml(auth);
  const provider = await findTarget(auth, target);
  requireEnabled(provider);
  const metadata = await currentMetadata(auth, provider);
  const relayState = randomUUID();
  const { id, url } = await service.askForSignIn(metadata, provider.nameIdFormat, relayState);
  const flow = { providerId: provider.id, requestId: id, redirectTo, challenge };
  await storeSamlFlow(auth.sql, relayState, flow, auth.clock.now());
  return url;
}
