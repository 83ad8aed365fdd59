import type { Transaction } from '../../../platform/database/connection.ts';
import { lockIdentity, touchIdentity } from '../accounts/identities.ts';
import { isBanned } from '../accounts/user-row.ts';
import { insertUser } from '../accounts/create-user.ts';
import { mergeMetadata } from '../accounts/update-user.ts';
import { lockOwnAccount } from '../accounts/users.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { consumeAssertion } from '../providers/provider-flows.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { CLOCK_SKEW_MS, readAssertion, type Assertion } from './assertion.ts';
import { requireEnabled } from './begin-saml-sign-in.ts';
import { currentMetadata } from './current-metadata.ts';
import { issueSamlCode, SAML_METHOD, type SamlFlow } from './saml-flows.ts';
import { readPostedResponse } from './saml-response.ts';
import type { ServiceProvider } from './service-provider.ts';
import { toSsoUser, type SsoUser } from './sso-user.ts';
import {
  findProviderByEntity,
  findProviderById,
  identityProviderOf,
  type SsoProvider,
} from './sso-providers.ts';
import { ssoErrors } from '../sso-errors.ts';

/** The result: a session, or a code that the app exchanges for one. */
type FinishedSamlSignIn =
  | { readonly kind: 'session'; readonly session: OpenSession }
  | { readonly kind: 'code'; readonly authCode: string };

interface VerifiedResponse {
  readonly provider: SsoProvider;
  readonly assertion: Assertion;
}

/** @param flow null when the identity provider started the sign-in */
async function verifyResponse(
  auth: AuthContext,
  service: ServiceProvider,
  flow: SamlFlow | null,
  samlResponse: string,
): Promise<VerifiedResponse> {
  const posted = readPostedResponse(samlResponse);
  const provider = await findProviderByEntity(auth.sql, posted.issuer);
  if (provider === null) throw ssoErrors.samlProviderNotFound();
  if (flow !== null && provider.id !== flow.providerId) {
    throw ssoErrors.samlRefused('another identity provider was asked');
  }
  requireEnabled(provider);
  const requestId = flow?.requestId ?? null;
  if (posted.destination !== null && posted.destination !== service.consumerUrl) {
    throw ssoErrors.samlRefused('it is for another destination');
  }
  if (posted.inResponseTo !== requestId) throw ssoErrors.samlRefused('it answers another request');
  const { certificates } = await currentMetadata(auth, provider);
  const verified = await service
    .verify(posted.base64, certificates, posted.signs)
    .catch((error: unknown) => {
      throw ssoErrors.samlRefused('it could not be verified', error);
    });
  const assertion = readAssertion(verified, {
    issuer: provider.entityId,
    audience: service.entityId,
    recipient: service.consumerUrl,
    requestId,
    now: auth.clock.now(),
  });
  return { provider, assertion };
}

/**
 * The account of an organisation's user. It is found by the organisation's user id and never by an address,
 * so that no organisation can open another's account.
 */
async function accountOf(
  auth: AuthContext,
  sql: Transaction,
  provider: string,
  { subject, email, data }: SsoUser,
  client: ClientDetails,
): Promise<string> {
  const now = auth.clock.now();
  const identity = { provider, providerId: subject, data };
  const owner = await lockIdentity(sql, identity);
  if (owner !== null) {
    await touchIdentity(sql, owner.identityId, data, now);
    await mergeMetadata(sql, owner.userId, 'raw_user_meta_data', data, now);
    await sql`
      update auth.users set email = ${email} where id = ${owner.userId} and email <> ${email}`;
    return owner.userId;
  }
  if (auth.config.disableSignup) throw authErrors.signupDisabled();
  const given = {
    email,
    passwordHash: null,
    userMetadata: data,
    identity,
    isConfirmed: true,
    isSsoUser: true,
  };
  const user = await insertUser(sql, given, now);
  await recordAction(sql, {
    action: 'user_signedup',
    actor: user,
    traits: { provider },
    client,
    now,
  });
  return user.id;
}

/** Locks a provider, so that it is not deleted or disabled during a sign-in. */
async function keepProvider(sql: Transaction, { id }: SsoProvider): Promise<void> {
  await sql`select 1 from auth.sso_providers where id = ${id} for share`;
  const kept = await findProviderById(sql, id);
  if (kept === null) throw ssoErrors.samlProviderNotFound();
  requireEnabled(kept);
}

/**
 * Signs in the user of an identity provider's response. The same transaction records the assertion as used.
 *
 * @throws AuthError as in the contract of `/sso/saml/acs`
 */
export async function signInWithSaml(
  auth: AuthContext,
  service: ServiceProvider,
  flow: SamlFlow | null,
  samlResponse: string,
  client: ClientDetails,
): Promise<FinishedSamlSignIn> {
  const { provider, assertion } = await verifyResponse(auth, service, flow, samlResponse);
  const person = toSsoUser(assertion, provider);
  return auth.sql.begin(async (sql): Promise<FinishedSamlSignIn> => {
    const now = auth.clock.now();
    const usableUntil = new Date(assertion.expiresAt.getTime() + CLOCK_SKEW_MS);
    await keepProvider(sql, provider);
    const statement = JSON.stringify([provider.entityId, assertion.id]);
    if (!(await consumeAssertion(sql, statement, usableUntil))) throw ssoErrors.samlReplayed();
    const userId = await accountOf(auth, sql, identityProviderOf(provider), person, client);
    const user = await lockOwnAccount(sql, userId);
    if (isBanned(user, now)) throw authErrors.userOfTokenBanned();
    const { sessionEndsAt } = assertion;
    if (flow !== null && flow.flowStateId !== null) {
      const person = { userId, sessionEndsAt };
      return { kind: 'code', authCode: await issueSamlCode(sql, flow.flowStateId, person, now) };
    }
    const given = { userId, method: SAML_METHOD, client, now, endsAt: sessionEndsAt };
    const session = await signIn(auth, sql, given);
    return { kind: 'session', session };
  });
}
