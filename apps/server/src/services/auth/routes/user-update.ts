import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { describeClient } from './describe-client.ts';
import { requireUser, type SignedIn } from './bearer.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { AuthError, authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { requestEmailChange } from '../one-time-tokens/email-change.ts';
import { linkRequestOf } from './link-request.ts';
import { checkPasswordStrength } from '../passwords/password-policy.ts';
import { limitRequests } from '../rate-limits.ts';
import { checkNonce } from '../one-time-tokens/reauthentication.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import { hasVerifiedFactor } from '../accounts/user-row.ts';
import { viewUser } from '../accounts/user-view.ts';
import {
  findUserByEmail,
  findUserById,
  mergeMetadata,
  replaceEmail,
  replacePassword,
} from '../accounts/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: metadataField,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

type Changes = z.output<typeof bodySchema>;

function refuseForbidden(changes: Changes, { user, session }: SignedIn, newEmail: string | null) {
  if (changes.app_metadata !== undefined && changes.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (changes.phone !== undefined && changes.phone !== user.phone) throw authErrors.phoneDisabled();
  const hasPassword = typeof changes.password === 'string';
  if ((hasPassword || newEmail !== null) && hasVerifiedFactor(user) && session?.aal !== 'aal2') {
    throw authErrors.insufficientAal();
  }
  if (hasPassword && user.is_anonymous && newEmail === null) {
    throw authErrors.unprocessable(
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
}

/** The hash of the new password, after everything that speaks against it was checked. */
async function hashNewPassword(
  auth: AuthContext,
  { user }: SignedIn,
  changes: Changes,
): Promise<string | null> {
  const { password, nonce, current_password: currentPassword } = changes;
  if (typeof password !== 'string') return null;
  const storedHash = user.encrypted_password ?? '';
  if (currentPassword !== undefined) {
    const waitMs = auth.limits.codeGuesses.take(user.id);
    if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
    const { matches } = await auth.passwords.verify(currentPassword, storedHash);
    if (!matches) throw authErrors.invalidCredentials();
  }
  if (nonce !== undefined) await checkNonce(auth, user, nonce);
  if (storedHash !== '') {
    const { matches } = await auth.passwords.verify(password, storedHash);
    if (matches) throw authErrors.samePassword();
  }
  return auth.passwords.hash(password);
}

/** PUT /user */
export function createUserUpdateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { sql, config, clock } = auth;
    const signedIn = await requireUser(auth, c);
    limitRequests(describeClient(c), auth.limits.updateUser);
    const { user, session } = signedIn;
    const changes = await readBody(c, bodySchema);
    const email = changes.email === undefined ? null : parseEmail(changes.email);
    const newEmail = email === user.email ? null : email;
    if (typeof changes.password === 'string') {
      checkPasswordStrength(changes.password, config.passwordMinLength);
    }
    const challenge = parseChallenge(changes);
    refuseForbidden(changes, signedIn, newEmail);
    if (newEmail !== null && (await findUserByEmail(sql, newEmail)) !== null) {
      throw authErrors.emailExists();
    }
    const passwordHash = await hashNewPassword(auth, signedIn, changes);
    const becomesLasting = newEmail !== null && user.is_anonymous && config.mailerAutoconfirm;

    await sql.begin(async (transaction) => {
      const now = clock.now();
      if (passwordHash !== null) {
        await replacePassword(transaction, user.id, passwordHash, now);
        // A statement of its own, so that it sees a session opened while the row was waited for.
        await endSessions(transaction, user.id, session?.id ?? null, 'others');
      }
      if (changes.data) {
        await mergeMetadata(transaction, user.id, 'raw_user_meta_data', changes.data, now);
      }
      if (becomesLasting) {
        await replaceEmail(transaction, user.id, newEmail, { isConfirmed: true, now });
      }
    });
    if (newEmail !== null && !becomesLasting) {
      await requestEmailChange(auth, user, newEmail, linkRequestOf(auth, c, challenge));
    }
    const updated = await findUserById(sql, user.id);
    if (updated === null) throw authErrors.userOfTokenNotFound();
    return c.json(viewUser(updated));
  };
}
