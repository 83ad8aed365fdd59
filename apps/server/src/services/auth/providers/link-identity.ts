import type { Transaction } from '../../../platform/database/connection.ts';
import {
  addIdentity,
  completeMetadata,
  lockIdentity,
  removeIdentity,
} from '../accounts/identities.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { clearPassword } from '../accounts/update-user.ts';
import { findUserByEmail, findUserById, lockOwnAccount } from '../accounts/users.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { translateDuplicates } from '../database-errors.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { requireAal2, type SignedIn } from '../sessions/signed-in.ts';
import type { ProviderUser } from './provider.ts';

/**
 * Requires the rights to change the identities of an account.
 *
 * @throws AuthError manual_linking_disabled, user_sso_managed, insufficient_aal
 */
export function requireLinking({ config }: Pick<AuthContext, 'config'>, signedIn: SignedIn): void {
  if (!config.manualLinking) throw authErrors.manualLinkingDisabled();
  requireAal2(signedIn);
}

/** An account without an address gets the provider's, if no account has it. */
async function adoptEmail(
  sql: Transaction,
  user: UserRow,
  { verifiedEmail }: ProviderUser,
  now: Date,
): Promise<void> {
  if (verifiedEmail === null || (user.email ?? '') !== '') return;
  if ((await findUserByEmail(sql, verifiedEmail)) !== null) throw authErrors.emailExists();
  await translateDuplicates(
    () => sql`
      update auth.users set email = ${verifiedEmail}, email_confirmed_at = ${now}
      where id = ${user.id}`,
  );
}

/**
 * Links an identity to a signed-in user's account, within a transaction.
 *
 * @throws AuthError identity_already_exists, email_exists, user_not_found
 */
export async function linkIdentity(
  auth: Pick<AuthContext, 'clock' | 'outbox'>,
  sql: Transaction,
  {
    userId,
    provider,
    person,
    client,
  }: { userId: string; provider: string; person: ProviderUser; client: ClientDetails },
): Promise<void> {
  const now = auth.clock.now();
  const identity = { provider, providerId: person.subject, data: person.data };
  if ((await lockIdentity(sql, identity)) !== null) throw authErrors.identityAlreadyExists();
  const user = await lockOwnAccount(sql, userId);
  await adoptEmail(sql, user, person, now);
  await addIdentity(sql, userId, identity, now);
  await completeMetadata(sql, userId, identity.data);
  const linked = (await findUserById(sql, userId)) ?? user;
  await sendNotice(auth, sql, 'identity_linked', linked, { now, client });
  const traits = { provider };
  await recordAction(sql, { action: 'identity_linked', actor: linked, traits, client, now });
}

/**
 * Unlinks an identity. The password is removed with the email address, so that no removed identity can sign
 * in.
 *
 * @throws AuthError identity_not_found, single_identity_not_deletable
 */
export async function unlinkIdentity(
  auth: Pick<AuthContext, 'sql' | 'clock' | 'outbox' | 'config'>,
  signedIn: SignedIn,
  identityId: string,
  client: ClientDetails,
): Promise<void> {
  requireLinking(auth, signedIn);
  await auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    const identity = user.identities.find(({ id }) => id === identityId);
    if (identity === undefined) throw authErrors.identityNotFound();
    if (user.identities.length === 1) throw authErrors.singleIdentity();
    const { provider } = identity;
    await removeIdentity(sql, user.id, identityId);
    if (provider === 'email') await clearPassword(sql, user.id);
    await sendNotice(auth, sql, 'identity_unlinked', user, { now, client });
    const traits = { provider };
    await recordAction(sql, { action: 'identity_unlinked', actor: user, traits, client, now });
  });
}
