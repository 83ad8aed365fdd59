import type { Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { recordAction, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, authErrors } from '../errors.ts';
import type { LinkOptions, Recipient } from '../messages/message-request.ts';
import {
  consumeToken,
  revokeTokens,
  type PendingToken,
} from '../one-time-tokens/one-time-tokens.ts';
import { checkNonce } from '../one-time-tokens/reauthentication.ts';
import { sendEmailChange, sendNotice } from '../one-time-tokens/token-emails.ts';
import { sendToken } from '../one-time-tokens/send-token.ts';
import { checkSmsSending, sendSmsCode } from '../one-time-tokens/sms-codes.ts';
import { limitEmails, limitRequests } from '../rate-limits.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import {
  hasVerifiedFactor,
  isEmailConfirmed,
  rejectSsoUser,
  type UserRow,
} from '../accounts/user-row.ts';
import {
  mergeMetadata,
  replaceEmail,
  replacePassword,
  replacePhone,
} from '../accounts/update-user.ts';
import { findUserByEmail, findUserById, findUserByPhone } from '../accounts/users.ts';

interface AccountChanges {
  /** Normalized. */
  readonly email: string | null;
  /** Without the leading plus. */
  readonly phone: string | null;
  readonly channel: SmsChannel;
  readonly password: string | null;
  readonly currentPassword: string | null;
  readonly nonce: string | null;
  readonly data: JsonObject | null;
  readonly hasAppMetadata: boolean;
}

interface AccountUpdate {
  readonly signedIn: SignedIn;
  readonly changes: AccountChanges;
  readonly options: LinkOptions;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The requested values that differ from the current ones. */
interface NewAddresses {
  readonly newEmail: string | null;
  readonly newPhone: string | null;
}

function rejectForbiddenChanges(
  changes: AccountChanges,
  { user, session }: SignedIn,
  { newEmail, newPhone }: NewAddresses,
): void {
  if (changes.hasAppMetadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const hasPassword = changes.password !== null;
  const isGuarded = hasPassword || newEmail !== null || newPhone !== null;
  if (isGuarded || changes.nonce !== null) {
    rejectSsoUser(user, 'Updating email, phone or password');
  }
  if (isGuarded && hasVerifiedFactor(user) && session?.aal !== 'aal2') {
    throw authErrors.insufficientAal();
  }
  if (hasPassword && user.is_anonymous && newEmail === null && newPhone === null) {
    throw authErrors.unprocessable(
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
}

interface NewPassword {
  readonly hash: string;
  /** The nonce that allows the change. It is used up together with the change. */
  readonly nonce: PendingToken | null;
}

/** The hash of the new password, after all checks of the password. */
async function prepareNewPassword(
  auth: AuthContext,
  { signedIn: { user }, changes, options, signal }: AccountUpdate,
): Promise<NewPassword | null> {
  const { password, nonce, currentPassword } = changes;
  if (password === null) return null;
  const storedHash = user.encrypted_password ?? '';
  if (currentPassword !== null) {
    await limitRequests(auth.limits.codeGuesses, user.id);
    const { matches } = await auth.passwords.verify(currentPassword, storedHash, signal);
    if (!matches) {
      const traits = { method: 'current_password' };
      const { client } = options;
      const now = auth.clock.now();
      await recordAction(auth.sql, { action: 'login_failed', actor: user, traits, client, now });
      throw authErrors.invalidCredentials();
    }
  }
  const token = nonce === null ? null : await checkNonce(auth, user, nonce);
  if (storedHash !== '') {
    const { matches } = await auth.passwords.verify(password, storedHash, signal);
    if (matches) throw authErrors.samePassword();
  }
  return { hash: await auth.passwords.hash(password, signal), nonce: token };
}

/**
 * Changes what users can change themselves: everything that was requested, or nothing. A new address takes
 * effect when both mailboxes have confirmed it.
 */
export async function updateOwnAccount(auth: AuthContext, update: AccountUpdate): Promise<UserRow> {
  const { signedIn, changes, options } = update;
  const { client } = options;
  const userId = signedIn.user.id;
  const newEmail = changes.email === signedIn.user.email ? null : changes.email;
  if (changes.password !== null) await auth.passwordPolicy.check(changes.password);
  const newPhone = changes.phone === signedIn.user.phone ? null : changes.phone;
  rejectForbiddenChanges(changes, signedIn, { newEmail, newPhone });
  if (newEmail !== null && (await findUserByEmail(auth.sql, newEmail)) !== null) {
    throw authErrors.emailExists();
  }
  if (newPhone !== null && (await findUserByPhone(auth.sql, newPhone)) !== null) {
    throw authErrors.phoneExists();
  }
  const newPassword = await prepareNewPassword(auth, update);
  if (newPhone !== null && !auth.config.smsAutoconfirm) {
    await checkSmsSending(auth, newPhone, client);
  }
  const becomesLasting = signedIn.user.is_anonymous && auth.config.mailerAutoconfirm;
  if (newEmail !== null && !becomesLasting) {
    await limitEmails(auth.limits, 'emailChange', signedIn.user.email ?? userId, client);
  }

  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    rejectForbiddenChanges(changes, { ...signedIn, user }, { newEmail, newPhone });
    const record = (action: AuditAction) => recordAction(sql, { action, actor: user, client, now });
    if (newPassword !== null) {
      if (newPassword.nonce !== null && !(await consumeToken(sql, newPassword.nonce))) {
        throw authErrors.reauthenticationNotValid();
      }
      await replacePassword(sql, userId, newPassword.hash, now);
      // A separate statement sees a session that was opened while this one waited for the row.
      await endSessions(sql, userId, signedIn.session?.id ?? null, 'others');
      await sendNotice(auth, sql, 'password_changed', user, { now, client });
      await record('user_updated_password');
    }
    if (changes.data !== null) {
      await mergeMetadata(sql, userId, 'raw_user_meta_data', changes.data, now);
      await record('user_modified');
    }
    if (newEmail !== null && becomesLasting) {
      await replaceEmail(sql, userId, newEmail, { isConfirmed: true, now });
      await record('user_email_changed');
    } else if (newEmail !== null) {
      // A new password has invalidated earlier requests.
      const requester = newPassword === null ? user : { ...user, email_change: '' };
      await sendEmailChange(auth, sql, requester, newEmail, options);
      await record('user_email_change_requested');
    }
    if (newPhone !== null) await changePhone(auth, sql, user, update, newPhone);
    return (await findUserById(sql, userId)) ?? user;
  });
}

/** A new number takes effect when the code that was sent to it is verified. */
async function changePhone(
  auth: AuthContext,
  sql: Transaction,
  user: UserRow,
  { changes: { channel }, options: { client } }: AccountUpdate,
  phone: string,
): Promise<void> {
  const now = auth.clock.now();
  if (auth.config.smsAutoconfirm) {
    await replacePhone(sql, user.id, phone, { isConfirmed: true, now });
    await sendNotice(auth, sql, 'phone_changed', user, { now, client });
    await recordAction(sql, { action: 'user_phone_changed', actor: user, client, now });
    return;
  }
  if (user.phone_change !== phone) await revokeTokens(sql, user.id, ['phone_change']);
  await sql`update auth.users set phone_change = ${phone} where id = ${user.id}`;
  await sendSmsCode(auth, sql, user, { slot: 'phone_change', phone, channel });
  await recordAction(sql, { action: 'user_phone_change_requested', actor: user, client, now });
}

/** Sends the nonce for a password change by mail, or by SMS to a user without an address. */
export async function requestNonce(
  auth: AuthContext,
  user: UserRow,
  options: LinkOptions,
): Promise<void> {
  const { client } = options;
  const phone = user.phone ?? '';
  const isByPhone = (user.email ?? '') === '';
  if (isByPhone && phone === '') {
    throw authErrors.validationFailed(
      'Reauthentication requires the user to have an email or a phone number',
    );
  }
  if (isByPhone && user.phone_confirmed_at === null) {
    throw authErrors.unprocessable('Please verify your phone first.');
  }
  if (!isByPhone && !isEmailConfirmed(user)) {
    throw authErrors.unprocessable('Please verify your email first.');
  }
  await (isByPhone
    ? checkSmsSending(auth, phone, client)
    : limitEmails(auth.limits, 'reauthentication', user.id, client));
  const to: Recipient = isByPhone
    ? { kind: 'phone', value: phone, channel: 'sms', client }
    : { kind: 'email', value: user.email ?? '', ...options };
  await auth.sql.begin(async (sql) => {
    await sendToken(auth, sql, user, 'reauthentication', to);
    const now = auth.clock.now();
    await recordAction(sql, { action: 'user_reauthenticate_requested', actor: user, client, now });
  });
}
