import { randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import { hashLinkToken, hashOneTimeCode } from './random-tokens.ts';
import { userColumns, type UserRow } from '../accounts/user-row.ts';

/**
 * A place for one pending token of a user. The code that can be typed is kept
 * (hashed) on the user, the token of the link (hashed) in auth.one_time_tokens.
 */
export type TokenSlot =
  'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication';

interface SlotColumns {
  readonly tokenType: string;
  readonly codeColumn:
    | 'confirmation_token'
    | 'recovery_token'
    | 'email_change_token_current'
    | 'email_change_token_new'
    | 'reauthentication_token';
  readonly sentAtColumn:
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'email_change_sent_at'
    | 'reauthentication_sent_at';
}

export const tokenSlots: Readonly<Record<TokenSlot, SlotColumns>> = {
  confirmation: {
    tokenType: 'confirmation_token',
    codeColumn: 'confirmation_token',
    sentAtColumn: 'confirmation_sent_at',
  },
  recovery: {
    tokenType: 'recovery_token',
    codeColumn: 'recovery_token',
    sentAtColumn: 'recovery_sent_at',
  },
  email_change_current: {
    tokenType: 'email_change_token_current',
    codeColumn: 'email_change_token_current',
    sentAtColumn: 'email_change_sent_at',
  },
  email_change_new: {
    tokenType: 'email_change_token_new',
    codeColumn: 'email_change_token_new',
    sentAtColumn: 'email_change_sent_at',
  },
  reauthentication: {
    tokenType: 'reauthentication_token',
    codeColumn: 'reauthentication_token',
    sentAtColumn: 'reauthentication_sent_at',
  },
};

/**
 * Claims the right to send one mail of a kind to a user now.
 *
 * @returns whether the last one is long enough ago; of two requests at once, one is told no
 */
export async function claimSending(
  sql: Database,
  userId: string,
  slot: TokenSlot,
  options: { maxFrequencyS: number; now: Date },
): Promise<boolean> {
  const column = sql(tokenSlots[slot].sentAtColumn);
  const latest = new Date(options.now.getTime() - options.maxFrequencyS * 1000);
  const rows = await sql`
    update auth.users set ${column} = ${options.now}
    where id = ${userId} and (${column} is null or ${column} <= ${latest}) returning id`;
  return rows.length > 0;
}

/** Gives the right back after a mail could not be sent. */
export async function releaseSending(
  sql: Database,
  userId: string,
  slot: TokenSlot,
): Promise<void> {
  await sql`
    update auth.users set ${sql(tokenSlots[slot].sentAtColumn)} = null where id = ${userId}`;
}

export interface NewOneTimeToken {
  readonly userId: string;
  readonly slot: TokenSlot;
  /** Where the code is sent; part of its hash. */
  readonly address: string;
  readonly code: string;
  readonly linkToken: string;
  readonly now: Date;
}

/** Puts a token into its slot; the one before it stops working. */
export async function storeOneTimeToken(sql: Database, token: NewOneTimeToken): Promise<void> {
  const { userId, address, now } = token;
  const { tokenType, codeColumn } = tokenSlots[token.slot];
  await sql`
    with u as (
      update auth.users set ${sql(codeColumn)} = ${hashOneTimeCode(address, token.code)}
      where id = ${userId} returning id
    )
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    select ${randomUUID()}::uuid, u.id, ${tokenType}::auth.one_time_token_type,
      ${hashLinkToken(token.linkToken)}, ${address},
      ${now}::timestamptz at time zone 'UTC', ${now}::timestamptz at time zone 'UTC'
    from u
    on conflict (user_id, token_type) do update set
      id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`;
}

export interface FoundToken {
  readonly user: UserRow;
  readonly slot: TokenSlot;
}

/** Whose link a token is from, if it is pending in one of the slots. */
export async function findLinkToken(
  sql: Database,
  linkToken: string,
  slots: readonly TokenSlot[],
): Promise<FoundToken | null> {
  const [row] = await sql<(UserRow & { token_type: string })[]>`
    select ${userColumns(sql)}, t.token_type::text as token_type
    from auth.one_time_tokens t
    join auth.users u on u.id = t.user_id and u.deleted_at is null
    where t.token_hash = ${hashLinkToken(linkToken)}`;
  if (row === undefined) return null;
  const { token_type: tokenType, ...user } = row;
  const slot = slots.find((candidate) => tokenSlots[candidate].tokenType === tokenType);
  return slot === undefined ? null : { user, slot };
}

export interface ConsumedToken {
  /** Where the token was sent. */
  readonly relates_to: string;
  readonly email: string | null;
  readonly email_change: string | null;
  readonly email_change_confirm_status: number | null;
}

/**
 * Uses a pending token up. Null when another request was first. The user's row
 * stays locked until the transaction ends.
 */
export async function consumeToken(
  sql: Database,
  userId: string,
  slot: TokenSlot,
): Promise<ConsumedToken | null> {
  const { tokenType, codeColumn } = tokenSlots[slot];
  const [consumed] = await sql<ConsumedToken[]>`
    with t as (
      delete from auth.one_time_tokens
      where user_id = ${userId} and token_type = ${tokenType}::auth.one_time_token_type
      returning user_id, relates_to
    )
    update auth.users u set ${sql(codeColumn)} = ''
    from t where u.id = t.user_id
    returning t.relates_to, u.email, u.email_change, u.email_change_confirm_status`;
  return consumed ?? null;
}
