import type { Address } from '../accounts/address.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors, type AuthError } from '../errors.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { trySignIn } from '../sessions/sign-in.ts';
import { findPasswordHolder } from './password-holder.ts';
import { recordWrongPassword } from './sign-in-failures.ts';

interface PasswordSignIn {
  readonly address: Address;
  readonly password: string;
  readonly client: ClientDetails;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Signs in with two round trips and one hash, with the same work for an unknown address.
 *
 * @throws AuthError invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned,
 *   over_request_rate_limit after too many wrong passwords
 */
export async function signInWithPassword(
  auth: AuthContext,
  { address, password, client, signal }: PasswordSignIn,
): Promise<OpenSession> {
  const now = auth.clock.now();
  const holder = await findPasswordHolder(auth.sql, address, client, now);
  const { id: userId, email, raw_user_meta_data, hash, failure_subject: failureSubject } = holder;
  if (holder.blocked_until !== null) {
    throw authErrors.overRequestRate(holder.blocked_until.getTime() - now.getTime());
  }
  const { matches, isOutdated } = await auth.passwords.verify(password, hash, signal);
  const user = userId === null ? null : { id: userId, email, raw_user_meta_data };
  if (user === null || hash === null || !matches) {
    await recordWrongPassword(auth, { subject: failureSubject, user, client });
    throw authErrors.invalidCredentials();
  }
  const reject = async (error: AuthError): Promise<never> => {
    const traits = { reason: error.code };
    await recordAction(auth.sql, { action: 'login_failed', actor: user, traits, client, now });
    throw error;
  };
  if (holder.is_banned === true) return reject(authErrors.userBanned());
  if (holder.is_confirmed !== true) {
    const isEmail = address.kind === 'email';
    return reject(isEmail ? authErrors.emailNotConfirmed() : authErrors.phoneNotConfirmed());
  }

  const newHash = isOutdated ? await auth.passwords.hash(password, signal) : null;
  const given = {
    userId: user.id,
    method: 'password',
    client,
    now,
    password: { verifiedHash: hash, newHash, failureSubject },
  };
  // One statement is a transaction. A notification and the end of other sessions need an explicit one.
  const takesMore = holder.is_new_device === true || auth.config.sessions.singlePerUser;
  const session = await (takesMore
    ? auth.sql.begin((sql) => trySignIn(auth, sql, given))
    : trySignIn(auth, auth.sql, given));
  if (session === null) throw authErrors.invalidCredentials();
  return session;
}
