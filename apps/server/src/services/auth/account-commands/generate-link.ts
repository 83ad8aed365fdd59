import type { Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { lockUserByAddress } from '../accounts/address.ts';
import { markInvited, openUnconfirmed } from './invite-user.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { findUserByEmail, lockUser } from '../accounts/users.ts';
import { OPERATOR, recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { MailKind } from '../messages/mail-templates.ts';
import type { ClientDetails } from '../client-details.ts';
import {
  revokeTokens,
  issueToken,
  type IssuedToken,
  type TokenSlot,
} from '../one-time-tokens/one-time-tokens.ts';
import { setRequestedEmail } from '../one-time-tokens/token-emails.ts';

const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

type LinkType = (typeof LINK_TYPES)[number];

/** @throws AuthError validation_failed */
export function parseLinkType(type: string | undefined): LinkType {
  const known = LINK_TYPES.find((candidate) => candidate === type);
  if (known !== undefined) return known;
  throw authErrors.validationFailed(`Invalid email action link type requested: ${type ?? 'none'}`);
}

interface LinkToGenerate {
  readonly type: LinkType;
  /** Normalized, as `newEmail`. */
  readonly email: string;
  readonly newEmail: string | null;
  readonly password: string | null;
  readonly data: JsonObject;
  readonly redirectTo: string;
  readonly client: ClientDetails;
}

interface LinkTarget {
  readonly user: UserRow;
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  /** The address that the code confirms. */
  readonly to: string;
  readonly newEmail?: string;
}

interface GeneratedLink extends IssuedToken {
  readonly user: UserRow;
  /** The type of the link. A sign-in link for an unknown address has the type of a sign-up. */
  readonly verificationType: string;
}

async function lockExistingUser(sql: Transaction, email: string): Promise<UserRow> {
  const user = await lockUserByAddress(sql, { kind: 'email', value: email });
  if (user === null) throw authErrors.userNotFound();
  return user;
}

async function targetOfEmailChange(
  auth: AuthContext,
  sql: Transaction,
  slot: 'email_change_current' | 'email_change_new',
  { email, newEmail }: LinkToGenerate,
): Promise<LinkTarget> {
  const user = await lockExistingUser(sql, email);
  if (newEmail === null) throw authErrors.validationFailed('An email address is required');
  if ((await findUserByEmail(sql, newEmail)) !== null) throw authErrors.emailExists();
  await setRequestedEmail(auth, sql, user, newEmail);
  const to = slot === 'email_change_new' ? newEmail : email;
  return { user, kind: 'email_change', slot, to, newEmail };
}

async function findTarget(
  auth: AuthContext,
  sql: Transaction,
  link: LinkToGenerate,
  passwordHash: string | null,
): Promise<LinkTarget> {
  const { type, email, data } = link;
  const now = auth.clock.now();
  const open = () => openUnconfirmed(sql, { email, passwordHash, data }, now);
  switch (type) {
    case 'signup':
      return { user: await open(), kind: 'signup', slot: 'confirmation', to: email };
    case 'invite': {
      const user = await open();
      await markInvited(sql, user.id, now);
      return { user, kind: 'invite', slot: 'confirmation', to: email };
    }
    case 'magiclink': {
      const known = await findUserByEmail(sql, email);
      return known === null
        ? { user: await open(), kind: 'signup', slot: 'confirmation', to: email }
        : { user: known, kind: 'magiclink', slot: 'recovery', to: email };
    }
    case 'recovery':
      return {
        user: await lockExistingUser(sql, email),
        kind: 'recovery',
        slot: 'recovery',
        to: email,
      };
    case 'email_change_current':
    case 'email_change_new':
      return targetOfEmailChange(auth, sql, type, link);
  }
}

/**
 * Generates the content of a mail for the operator to deliver.
 *
 * @throws AuthError user_not_found, email_exists, weak_password, validation_failed
 */
export async function generateLink(
  auth: AuthContext,
  link: LinkToGenerate,
): Promise<GeneratedLink> {
  let passwordHash: string | null = null;
  if (link.type === 'signup') {
    if (link.password === null) {
      throw authErrors.validationFailed('Signup requires a valid password');
    }
    await auth.passwordPolicy.check(link.password);
    passwordHash = await auth.passwords.hash(link.password);
  }
  return auth.sql.begin(async (sql) => {
    const target = await findTarget(auth, sql, link, passwordHash);
    const { user, kind } = target;
    // No mail has to arrive first, so earlier links are invalid at once.
    await revokeTokens(sql, user.id, [target.slot]);
    const { redirectTo, client } = link;
    const token = { ...target, userId: user.id, redirectTo, isPkce: false };
    const issued = await issueToken(auth, sql, token);
    const traits = { user_id: user.id, type: link.type };
    const now = auth.clock.now();
    await recordAction(sql, { action: 'link_generated', actor: OPERATOR, traits, client, now });
    const current = await lockUser(sql, user.id);
    if (current === null) throw authErrors.userNotFound();
    const verificationType = link.type === 'magiclink' ? kind : link.type;
    return { ...issued, user: current, verificationType };
  });
}
