import type { Transaction } from '../../../platform/database/connection.ts';
import { lockUserByAddress } from '../accounts/address.ts';
import {
  addIdentity,
  completeMetadata,
  lockIdentity,
  touchIdentity,
  type NewIdentity,
} from '../accounts/identities.ts';
import { isBanned, isEmailConfirmed, isEmailVerified } from '../accounts/user-row.ts';
import { insertUser, replaceUnconfirmed } from '../accounts/create-user.ts';
import { lockOwnAccount } from '../accounts/users.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { linkIdentity } from './link-identity.ts';
import type { ProviderUser } from './provider.ts';

type Signing = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

/** The account with a provider's address: linked when both sides have verified it, otherwise created. */
async function accountOfAddress(
  auth: Signing,
  sql: Transaction,
  identity: NewIdentity,
  { verifiedEmail }: ProviderUser,
  client: ClientDetails,
): Promise<string> {
  const { provider } = identity;
  if (verifiedEmail === null) throw authErrors.providerEmailUnverified(provider);
  const now = auth.clock.now();
  const known = await lockUserByAddress(sql, { kind: 'email', value: verifiedEmail });
  const traits = { provider };
  if (known !== null && isEmailConfirmed(known)) {
    // With automatic confirmation, the existing account can belong to another person.
    if (!isEmailVerified(known)) throw authErrors.userAlreadyExists();
    await addIdentity(sql, known.id, identity, now);
    await completeMetadata(sql, known.id, identity.data);
    await sendNotice(auth, sql, 'identity_linked', known, { now, client });
    await recordAction(sql, { action: 'identity_linked', actor: known, traits, client, now });
    return known.id;
  }
  if (known === null && auth.config.disableSignup) throw authErrors.signupDisabled();
  const given = {
    email: verifiedEmail,
    passwordHash: null,
    userMetadata: identity.data,
    identity,
    isConfirmed: true,
  };
  // The earlier sign-up never confirmed the address.
  const user =
    known === null
      ? await insertUser(sql, given, now)
      : await replaceUnconfirmed(sql, known.id, given, now);
  if (user === null) throw authErrors.emailExists();
  await recordAction(sql, { action: 'user_signedup', actor: user, traits, client, now });
  return user.id;
}

async function findAccount(
  auth: Signing,
  sql: Transaction,
  provider: string,
  person: ProviderUser,
  client: ClientDetails,
): Promise<string> {
  const identity = { provider, providerId: person.subject, data: person.data };
  const owner = await lockIdentity(sql, identity);
  if (owner === null) return accountOfAddress(auth, sql, identity, person, client);
  await touchIdentity(sql, owner.identityId, person.data, auth.clock.now());
  return owner.userId;
}

interface ComingPerson {
  readonly provider: string;
  readonly person: ProviderUser;
  /** The signed-in user who links an identity; null for a sign-in. */
  readonly linksTo: string | null;
  readonly client: ClientDetails;
}

/**
 * Runs `finish` for the account of a provider's user, in the transaction that finds or creates the account,
 * or links the identity.
 *
 * @throws AuthError provider_email_needs_verification, signup_disabled, user_banned, identity_already_exists
 */
export async function withAccountOf<T>(
  auth: Signing & Pick<AuthContext, 'sql'>,
  { provider, person, linksTo, client }: ComingPerson,
  finish: (sql: Transaction, userId: string) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    auth.sql.begin(async (sql) => {
      if (linksTo !== null) {
        await linkIdentity(auth, sql, { userId: linksTo, provider, person, client });
        return finish(sql, linksTo);
      }
      const userId = await findAccount(auth, sql, provider, person, client);
      const user = await lockOwnAccount(sql, userId);
      if (isBanned(user, auth.clock.now())) throw authErrors.userOfTokenBanned();
      return finish(sql, userId);
    });
  try {
    return await attempt();
  } catch (error) {
    // Another request has signed up with the address in the meantime.
    const isNowKnown = error instanceof AuthError && error.code === 'email_exists';
    if (linksTo === null && isNowKnown) return attempt();
    throw error;
  }
}
