import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import { beginFlow, type CodeChallenge, type FlowMethod } from '../flow-states/flow-states.ts';
import type { MailKind } from '../messages/mail-templates.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import type { TokenSlot } from './one-time-tokens.ts';
import { sendTokenMails } from './token-mails.ts';

/** What a mail's link is asked for with. */
export interface LinkRequest {
  readonly client: ClientDetails;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

async function mailLink(
  auth: AuthContext,
  user: UserRow,
  request: LinkRequest,
  link: { kind: MailKind; slot: TokenSlot; method: FlowMethod },
): Promise<void> {
  const { kind, slot, method } = link;
  const { client, redirectTo, challenge } = request;
  const mail = { kind, slot, to: user.email ?? '', redirectTo, isPkce: challenge !== null };
  await sendTokenMails(auth, client, user, [mail], async () => {
    if (challenge === null) return;
    await beginFlow(auth.sql, { userId: user.id, method, challenge, now: auth.clock.now() });
  });
}

/** Mails the link that confirms the address of a new account. */
export function requestConfirmation(
  auth: AuthContext,
  user: UserRow,
  request: LinkRequest,
): Promise<void> {
  return mailLink(auth, user, request, {
    kind: 'signup',
    slot: 'confirmation',
    method: 'email/signup',
  });
}

/** Mails a link that signs in, to set a new password or just so. */
export function requestSignInLink(
  auth: AuthContext,
  user: UserRow,
  kind: 'recovery' | 'magiclink',
  request: LinkRequest,
): Promise<void> {
  return mailLink(auth, user, request, { kind, slot: 'recovery', method: kind });
}

/** Mails an invitation. */
export function requestInvitation(
  auth: AuthContext,
  user: UserRow,
  request: Omit<LinkRequest, 'challenge'>,
): Promise<void> {
  const link = { kind: 'invite', slot: 'confirmation', method: 'invite' } as const;
  return mailLink(auth, user, { ...request, challenge: null }, link);
}
