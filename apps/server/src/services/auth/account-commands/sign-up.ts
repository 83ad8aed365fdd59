import type { Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { UNKNOWN_ACTOR, recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { LinkOptions, Recipient } from '../messages/message-request.ts';
import { sendToken } from '../one-time-tokens/send-token.ts';
import { checkSmsSending } from '../one-time-tokens/sms-codes.ts';
import { limitEmails } from '../rate-limits.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { trySignIn } from '../sessions/sign-in.ts';
import {
  addressFields,
  findUserByAddress,
  isAddressConfirmed,
  isTaken,
  unusedAddress,
  type Address,
} from '../accounts/address.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { insertUser, replaceUnconfirmed } from '../accounts/create-user.ts';
import { confirmEmail, confirmPhone } from '../accounts/update-user.ts';

export interface SignUp {
  readonly address: Address;
  /** The channel of the code for a phone. */
  readonly channel: SmsChannel;
  readonly password: string;
  readonly data: JsonObject;
  readonly options: LinkOptions;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

async function openFirstSession(
  auth: AuthContext,
  sql: Transaction,
  userId: string,
  method: string,
  client: ClientDetails,
): Promise<OpenSession> {
  const session = await trySignIn(auth, sql, { userId, method, client, now: auth.clock.now() });
  if (session === null) throw authErrors.unexpected('Database error saving new user');
  return session;
}

export async function signUpAnonymously(
  auth: AuthContext,
  data: JsonObject,
  client: ClientDetails,
): Promise<OpenSession> {
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const given = { email: null, passwordHash: null, userMetadata: data, isConfirmed: false };
    const user = await insertUser(sql, given, now);
    await recordAction(sql, { action: 'user_signedup', actor: user, client, now });
    return openFirstSession(auth, sql, user.id, 'anonymous', client);
  });
}

/**
 * Signs up when addresses need no confirmation.
 *
 * @throws AuthError user_already_exists
 */
export async function signUpConfirmed(auth: AuthContext, given: SignUp): Promise<OpenSession> {
  const { address, password, data, signal } = given;
  const { client } = given.options;
  // The password is hashed for a registered address too, so that the response takes the same time.
  const passwordHash = await auth.passwords.hash(password, signal);
  const existing = await findUserByAddress(auth.sql, address);
  if (existing !== null) {
    // The account can be unconfirmed from a time when mails were sent. Its owner knows the password.
    const isOwner =
      !isAddressConfirmed(existing, address) &&
      (await auth.passwords.verify(password, existing.encrypted_password, signal)).matches;
    if (!isOwner) throw authErrors.userAlreadyExists();
  }
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    let userId = existing?.id;
    if (userId === undefined) {
      const account = {
        ...addressFields(address),
        passwordHash,
        userMetadata: data,
        isConfirmed: true,
        isVerified: false,
      };
      const user = await insertUser(sql, account, now).catch((error: unknown) => {
        throw isTaken(error) ? authErrors.userAlreadyExists() : error;
      });
      await recordAction(sql, { action: 'user_signedup', actor: user, client, now });
      userId = user.id;
    } else {
      await (address.kind === 'email' ? confirmEmail : confirmPhone)(sql, userId, now);
    }
    return openFirstSession(auth, sql, userId, 'password', client);
  });
}

/** Thrown to roll back a dry run, which takes as long as a real sign-up. */
class Rollback extends Error {}

/**
 * Signs up when an address has to be confirmed first. A sign-up for an unconfirmed address replaces the
 * earlier one, and only its own mail confirms the address. For a confirmed address, a sign-up with an unused
 * address is done and rolled back, so that the response takes the same time.
 *
 * @returns null when another account has the address
 * @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit, sms_send_failed
 */
export async function signUpUnconfirmed(
  auth: AuthContext,
  { address, channel, password, data, options, signal }: SignUp,
): Promise<UserRow | null> {
  const { client } = options;
  await (address.kind === 'email'
    ? limitEmails(auth.limits, 'signUp', address.value, client)
    : checkSmsSending(auth, address.value, client));
  const passwordHash = await auth.passwords.hash(password, signal);
  const now = auth.clock.now();

  const register = async (sql: Transaction, known: UserRow | null) => {
    const isDryRun = known !== null && isAddressConfirmed(known, address);
    const given = {
      ...addressFields(isDryRun ? unusedAddress(address) : address),
      passwordHash,
      userMetadata: data,
    };
    const user =
      known === null || isDryRun
        ? await insertUser(sql, { ...given, isConfirmed: false }, now)
        : await replaceUnconfirmed(sql, known.id, given, now);
    // Another request has confirmed the account in the meantime.
    if (user === null) throw new Rollback();
    const to: Recipient =
      address.kind === 'email'
        ? { kind: 'email', value: user.email ?? '', ...options }
        : { kind: 'phone', value: user.phone ?? '', channel, client };
    await sendToken(auth, sql, user, 'signup', to);
    if (isDryRun) throw new Rollback();
    return user;
  };
  const attempt = () =>
    auth.sql.begin(async (sql) => {
      const known = await findUserByAddress(sql, address);
      const user = await sql
        .savepoint((inner) => register(inner, known))
        .catch((error: unknown) => {
          if (error instanceof Rollback) return null;
          throw error;
        });
      const action = user === null ? 'user_repeated_signup' : 'user_signedup';
      const actor = user ?? known ?? UNKNOWN_ACTOR;
      await recordAction(sql, { action, actor, client, now });
      if (user === null) return null;
      // Read again, because the response contains the time of the mail.
      return findUserByAddress(sql, address);
    });
  try {
    return await attempt();
  } catch (error) {
    // Another request has signed up with the address in the meantime.
    if (isTaken(error)) return attempt();
    throw error;
  }
}
