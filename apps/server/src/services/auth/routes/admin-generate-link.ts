import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { setRequestedEmail } from '../one-time-tokens/email-change.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { authErrors } from '../errors.ts';
import { findOrInsertUnconfirmed, markInvited } from '../accounts/link-accounts.ts';
import type { MailKind } from '../messages/mail-templates.ts';
import { claimSending, type TokenSlot } from '../one-time-tokens/one-time-tokens.ts';
import { checkPasswordStrength } from '../passwords/password-policy.ts';
import { chooseRedirect } from '../redirects.ts';
import { metadataField, optionalText, readBody } from './request-body.ts';
import { prepareToken } from '../one-time-tokens/token-mails.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { viewUser } from '../accounts/user-view.ts';
import { findUserByEmail, findUserById } from '../accounts/users.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadataField,
  redirect_to: optionalText,
});

type LinkRequest = Omit<z.output<typeof bodySchema>, 'email'> & { readonly email: string };

interface LinkTarget {
  readonly user: UserRow;
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  /** Whose mailbox the code stands for. */
  readonly address: string;
}

async function findKnown(auth: AuthContext, email: string): Promise<UserRow> {
  const user = await findUserByEmail(auth.sql, email);
  if (user === null) throw authErrors.userNotFound();
  return user;
}

async function targetOfSignup(auth: AuthContext, request: LinkRequest): Promise<LinkTarget> {
  const { email, password } = request;
  if (password === undefined) {
    throw authErrors.validationFailed('Signup requires a valid password');
  }
  checkPasswordStrength(password, auth.config.passwordMinLength);
  const passwordHash = await auth.passwords.hash(password);
  const user = await findOrInsertUnconfirmed(auth, {
    email,
    passwordHash,
    data: request.data ?? {},
  });
  return { user, kind: 'signup', slot: 'confirmation', address: email };
}

async function targetOfInvite(auth: AuthContext, request: LinkRequest): Promise<LinkTarget> {
  const { email, data } = request;
  const given = { email, passwordHash: null, data: data ?? {} };
  const user = await findOrInsertUnconfirmed(auth, given);
  await markInvited(auth, user.id);
  return { user, kind: 'invite', slot: 'confirmation', address: email };
}

async function targetOfMagicLink(auth: AuthContext, request: LinkRequest): Promise<LinkTarget> {
  const { email, data } = request;
  const known = await findUserByEmail(auth.sql, email);
  if (known !== null) return { user: known, kind: 'magiclink', slot: 'recovery', address: email };
  const given = { email, passwordHash: null, data: data ?? {} };
  const user = await findOrInsertUnconfirmed(auth, given);
  return { user, kind: 'signup', slot: 'confirmation', address: email };
}

async function targetOfEmailChange(
  auth: AuthContext,
  request: LinkRequest,
  slot: 'email_change_current' | 'email_change_new',
): Promise<LinkTarget> {
  const user = await findKnown(auth, request.email);
  const newEmail = parseEmail(request.new_email ?? '');
  if ((await findUserByEmail(auth.sql, newEmail)) !== null) throw authErrors.emailExists();
  await setRequestedEmail(auth, user.id, newEmail);
  const address = slot === 'email_change_new' ? newEmail : request.email;
  return { user, kind: 'email_change', slot, address };
}

async function findTarget(auth: AuthContext, request: LinkRequest): Promise<LinkTarget> {
  const { type, email } = request;
  switch (type) {
    case 'signup':
      return targetOfSignup(auth, request);
    case 'invite':
      return targetOfInvite(auth, request);
    case 'magiclink':
      return targetOfMagicLink(auth, request);
    case 'recovery':
      return {
        user: await findKnown(auth, email),
        kind: 'recovery',
        slot: 'recovery',
        address: email,
      };
    case 'email_change_current':
    case 'email_change_new':
      return targetOfEmailChange(auth, request, type);
    default:
      throw authErrors.validationFailed(
        `Invalid email action link type requested: ${type ?? 'none'}`,
      );
  }
}

/** POST /admin/generate_link: what would be mailed, for the operator to deliver. */
export function createAdminGenerateLinkRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const body = await readBody(c, bodySchema);
    const request = { ...body, email: parseEmail(body.email ?? '') };
    const redirectTo = chooseRedirect(auth.config, body.redirect_to ?? c.req.query('redirect_to'));
    const { user, kind, slot, address } = await findTarget(auth, request);
    await claimSending(auth.sql, user.id, slot, { maxFrequencyS: 0, now: auth.clock.now() });
    const mail = { kind, slot, to: address, redirectTo, isPkce: false };
    const { code, linkToken, link } = await prepareToken(auth, user.id, mail);
    const current = await findUserById(auth.sql, user.id);
    if (current === null) throw authErrors.userNotFound();
    return c.json({
      ...viewUser(current),
      action_link: link,
      email_otp: code,
      hashed_token: linkToken,
      verification_type: body.type,
      redirect_to: redirectTo,
    });
  };
}
