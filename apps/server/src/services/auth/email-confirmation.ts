import type { Context } from 'hono';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { AuthContext } from './auth-context.ts';
import { beginFlow, type CodeChallenge, type FlowMethod } from './flow-states.ts';
import type { MailKind } from './mail-templates.ts';
import type { TokenSlot } from './one-time-tokens.ts';
import { redirectOf } from './redirects.ts';
import { sendTokenMails } from './token-mails.ts';
import type { UserRow } from './user-row.ts';

async function mailLink(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  user: UserRow,
  link: { kind: MailKind; slot: TokenSlot; method: FlowMethod; challenge: CodeChallenge | null },
): Promise<void> {
  const { kind, slot, method, challenge } = link;
  const mail = {
    kind,
    slot,
    to: user.email ?? '',
    redirectTo: redirectOf(auth.config, c),
    isPkce: challenge !== null,
  };
  await sendTokenMails(auth, c, user, [mail], async () => {
    if (challenge === null) return;
    await beginFlow(auth.sql, { userId: user.id, method, challenge, now: auth.clock.now() });
  });
}

/** Mails the link that confirms the address of a new account. */
export function requestConfirmation(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  user: UserRow,
  challenge: CodeChallenge | null,
): Promise<void> {
  return mailLink(auth, c, user, {
    kind: 'signup',
    slot: 'confirmation',
    method: 'email/signup',
    challenge,
  });
}

/** Mails a link that signs in, to set a new password or just so. */
export function requestSignInLink(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  user: UserRow,
  link: { kind: 'recovery' | 'magiclink'; challenge: CodeChallenge | null },
): Promise<void> {
  return mailLink(auth, c, user, { ...link, slot: 'recovery', method: link.kind });
}

/** Mails an invitation. */
export function requestInvitation(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  user: UserRow,
): Promise<void> {
  return mailLink(auth, c, user, {
    kind: 'invite',
    slot: 'confirmation',
    method: 'invite',
    challenge: null,
  });
}
