import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { MailKind } from '../messages/mail-templates.ts';
import {
  createLinkToken,
  createOneTimeCode,
  hashLinkToken,
  hashOneTimeCode,
} from './random-tokens.ts';

/** The maximum attempts per code, including the correct one. Links cannot be guessed. */
const MAX_ATTEMPTS = 5;

/** The purpose of a token. A newer token replaces the older ones of its slot when it is delivered. */
export type TokenSlot =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'phone_change'
  | 'factor';

/** The columns of auth.users with the time of the last message. */
const SENT_AT_COLUMNS: Readonly<Record<TokenSlot, string | null>> = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
  phone_change: 'phone_change_sent_at',
  factor: null,
};

interface NewToken {
  readonly userId: string;
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  /** The recipient. It is part of the code's hash. */
  readonly to: string;
  /** The new address of an email change. */
  readonly newEmail?: string | undefined;
  readonly redirectTo: string;
  /** Whether the link returns an auth code instead of a session. */
  readonly isPkce: boolean;
}

export interface IssuedToken {
  readonly id: string;
  readonly code: string;
  readonly linkToken: string;
  /** The URL of GET /verify. */
  readonly link: string;
}

interface StoredToken extends Pick<NewToken, 'userId' | 'slot' | 'to' | 'newEmail'> {
  readonly code: string;
  readonly linkToken: string;
  readonly expiryS: number;
}

/** Stores the hashes of a code and a link. Older tokens of the slot stay valid until they are revoked. */
export async function storeToken(
  auth: Pick<AuthContext, 'clock'>,
  sql: Database,
  token: StoredToken,
): Promise<string> {
  const { userId, slot, to, newEmail = null, code, linkToken, expiryS } = token;
  const now = auth.clock.now();
  const id = randomUUID();
  const column = SENT_AT_COLUMNS[slot];
  if (column !== null) {
    await sql`update auth.users set ${sql(column)} = ${now} where id = ${userId}`;
  }
  await sql`
    insert into backend_auth.one_time_tokens
      (id, user_id, slot, address, new_email, code_hash, link_hash, created_at, expires_at)
    values (${id}, ${userId}, ${slot}, ${to}, ${newEmail}, ${hashOneTimeCode(to, code)},
      ${hashLinkToken(linkToken)}, ${now}, ${new Date(now.getTime() + expiryS * 1000)})`;
  return id;
}

/** Creates and stores a code and a link. Older tokens of the slot stay valid until they are revoked. */
export async function issueToken(
  auth: Pick<AuthContext, 'config' | 'clock'>,
  sql: Database,
  token: NewToken,
): Promise<IssuedToken> {
  const { kind, redirectTo, isPkce } = token;
  const { apiUrl, otpExpiryS } = auth.config;
  const code = createOneTimeCode();
  const linkToken = createLinkToken(isPkce);
  const id = await storeToken(auth, sql, { ...token, code, linkToken, expiryS: otpExpiryS });
  const parameters = new URLSearchParams({ token: linkToken, type: kind, redirect_to: redirectTo });
  return { id, code, linkToken, link: `${apiUrl}/auth/v1/verify?${parameters.toString()}` };
}

/** Revokes the tokens of a user in the given slots. */
export async function revokeTokens(
  sql: Database,
  userId: string,
  slots: readonly TokenSlot[],
): Promise<void> {
  await sql`
    delete from backend_auth.one_time_tokens
    where user_id = ${userId} and slot = any(${slots})`;
}

export interface PendingToken {
  readonly id: string;
  readonly user_id: string;
  readonly slot: TokenSlot;
  readonly address: string;
  readonly new_email: string | null;
}

/** Finds the pending token of a link. */
export async function findLinkToken(
  sql: Database,
  linkToken: string,
  slots: readonly TokenSlot[],
  now: Date,
): Promise<PendingToken | null> {
  const [token] = await sql<PendingToken[]>`
    select id, user_id, slot, address, new_email from backend_auth.one_time_tokens
    where link_hash = ${hashLinkToken(linkToken)} and slot = any(${slots})
      and expires_at >= ${now}`;
  return token ?? null;
}

/**
 * Finds a pending token by its code. The same statement counts an attempt for every pending token of the
 * address, so that concurrent attempts in several processes are all counted.
 */
export async function attemptCode(
  sql: Database,
  address: string,
  code: string,
  slots: readonly TokenSlot[],
  now: Date,
): Promise<PendingToken | null> {
  const [token] = await sql<PendingToken[]>`
    with tried as (
      update backend_auth.one_time_tokens set tries = tries + 1
      where address = ${address} and slot = any(${slots}) and expires_at >= ${now}
        and tries < ${MAX_ATTEMPTS}
      returning *
    )
    select id, user_id, slot, address, new_email from tried
    where code_hash = ${hashOneTimeCode(address, code)}`;
  return token ?? null;
}

/** Finds the newest pending token of an address, for a code that the SMS provider verifies. Counts an attempt. */
export async function tryNewestToken(
  sql: Database,
  address: string,
  slots: readonly TokenSlot[],
  now: Date,
): Promise<PendingToken | null> {
  const [token] = await sql<PendingToken[]>`
    update backend_auth.one_time_tokens set tries = tries + 1
    where id = (
      select id from backend_auth.one_time_tokens
      where address = ${address} and slot = any(${slots}) and expires_at >= ${now}
        and tries < ${MAX_ATTEMPTS}
      order by sequence desc limit 1
    )
    returning id, user_id, slot, address, new_email`;
  return token ?? null;
}

/** Deletes a token and the other tokens of its slot. Returns false when another request has used the token. */
export async function consumeToken(sql: Database, token: PendingToken): Promise<boolean> {
  const used = await sql`
    delete from backend_auth.one_time_tokens where id = ${token.id} returning id`;
  if (used.length === 0) return false;
  await revokeTokens(sql, token.user_id, [token.slot]);
  return true;
}
