import type { AuthContext } from '../auth-context.ts';
import { toKnownError } from '../database-errors.ts';
import { authErrors } from '../errors.ts';
import { composeMail, type MailKind } from '../messages/mail-templates.ts';
import {
  claimSending,
  releaseSending,
  storeOneTimeToken,
  tokenSlots,
  type TokenSlot,
} from './one-time-tokens.ts';
import { createLinkToken, createOneTimeCode } from './random-tokens.ts';
import { limitMails } from '../rate-limits.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import type { UserRow } from '../accounts/user-row.ts';

export interface TokenMail {
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  readonly to: string;
  readonly redirectTo: string;
  /** The link leads to a code to exchange, not to a session. */
  readonly isPkce: boolean;
}

export interface PreparedToken {
  readonly code: string;
  readonly linkToken: string;
  /** Opens GET /verify. */
  readonly link: string;
}

/** Makes a code and a link for a user, of which the one before stops working. */
export async function prepareToken(
  auth: AuthContext,
  userId: string,
  mail: TokenMail,
): Promise<PreparedToken> {
  const code = createOneTimeCode();
  const linkToken = createLinkToken(mail.isPkce);
  await storeOneTimeToken(auth.sql, {
    userId,
    slot: mail.slot,
    address: mail.to,
    code,
    linkToken,
    now: auth.clock.now(),
  });
  const parameters = new URLSearchParams({
    token: linkToken,
    type: mail.kind,
    redirect_to: mail.redirectTo,
  });
  return {
    code,
    linkToken,
    link: `${auth.config.siteUrl}/auth/v1/verify?${parameters.toString()}`,
  };
}

function waitAfterLastMail(auth: AuthContext, user: UserRow, slot: TokenSlot): number {
  const sentAt = user[tokenSlots[slot].sentAtColumn] ?? auth.clock.now();
  const elapsedS = (auth.clock.now().getTime() - sentAt.getTime()) / 1000;
  return Math.max(Math.ceil(auth.config.maxFrequencyS - elapsedS), 1);
}

/**
 * Sends mails of one occasion to a user, each with a code and a link. They
 * share the sending time of the first one's slot.
 *
 * @param remember stores what the links will need; runs once it is sure that mails may be sent
 * @throws AuthError over_email_send_rate_limit; unexpected_failure when the mail host refuses
 */
export async function sendTokenMails(
  auth: AuthContext,
  client: ClientDetails,
  user: UserRow,
  mails: readonly [TokenMail, ...TokenMail[]],
  remember?: () => Promise<void>,
): Promise<void> {
  const { sql, config, clock, mailer } = auth;
  const [{ slot }] = mails;
  const claim = { maxFrequencyS: config.maxFrequencyS, now: clock.now() };
  if (!(await claimSending(sql, user.id, slot, claim))) {
    throw authErrors.mailedTooRecently(waitAfterLastMail(auth, user, slot));
  }
  try {
    limitMails(client, auth.limits);
    await remember?.();
    for (const mail of mails) {
      const { code, link } = await prepareToken(auth, user.id, mail);
      await mailer.send(
        composeMail({
          kind: mail.kind,
          to: mail.to,
          code,
          link,
          siteUrl: config.siteUrl,
          expiryS: config.otpExpiryS,
        }),
      );
    }
  } catch (error) {
    await releaseSending(sql, user.id, slot);
    throw toKnownError(error, 'Error sending email');
  }
}
