import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { isKnownHash } from '../passwords/password-hashing.ts';
import { metadataField, optionalFlag, optionalText } from './request-body.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { findUserById } from '../accounts/users.ts';
import { pathIdOf } from './path-id.ts';
import type { RouteContext } from './route.ts';

/** The members of a user that an operator can set. */
export const adminUserSchema = z.object({
  id: z.guid('must be a UUID').nullish(),
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: optionalFlag,
  phone_confirm: optionalFlag,
  role: optionalText.pipe(z.string().max(255).optional()),
  ban_duration: optionalText,
  user_metadata: metadataField,
  app_metadata: metadataField,
});

type AdminUserFields = z.output<typeof adminUserSchema>;

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Milliseconds of a duration such as `1h30m`, or null when it is not one. */
export function parseDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null;
  return parts.reduce(
    (totalMs, [, amount, unit]) => totalMs + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0),
    0,
  );
}

/** The end of a ban. Null lifts the ban, undefined leaves it unchanged. */
export function parseBan(duration: string | undefined, now: Date): Date | null | undefined {
  if (duration === undefined) return undefined;
  if (duration === 'none') return null;
  const durationMs = parseDuration(duration);
  const until = new Date(now.getTime() + (durationMs ?? Number.NaN));
  if (Number.isNaN(until.getTime())) {
    throw authErrors.validationFailed(`invalid format for ban duration: ${duration}`);
  }
  return until;
}

/** The hash to store for a password or an imported hash; undefined when neither is given. */
export async function hashGivenPassword(
  auth: AuthContext,
  fields: AdminUserFields,
): Promise<string | undefined> {
  const { password, password_hash: passwordHash } = fields;
  if (password !== undefined && passwordHash !== undefined) {
    throw authErrors.validationFailed('Only a password or a password hash should be provided');
  }
  if (passwordHash !== undefined) {
    if (!isKnownHash(passwordHash)) {
      throw authErrors.validationFailed('password_hash must be a bcrypt or argon2 hash');
    }
    return passwordHash;
  }
  if (password === undefined) return undefined;
  await auth.passwordPolicy.check(password);
  return auth.passwords.hash(password);
}

/** The user in the path. */
export async function findNamedUser(auth: AuthContext, c: RouteContext): Promise<UserRow> {
  const user = await findUserById(auth.sql, pathIdOf(c, 'id', 'user_id'));
  if (user === null) throw authErrors.userNotFound();
  return user;
}
