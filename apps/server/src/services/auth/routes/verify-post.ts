import type { Context } from 'hono';
import { z } from 'zod';
import type { Sql } from '../../../platform/database/connection.ts';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { findLinkToken, tokenSlots, type FoundToken } from '../one-time-tokens/one-time-tokens.ts';
import { hashOneTimeCode, matchesStoredHash } from '../one-time-tokens/random-tokens.ts';
import { limitRequests } from '../rate-limits.ts';
import { optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { userColumns, type UserRow } from '../accounts/user-row.ts';
import { findUserByEmail } from '../accounts/users.ts';
import {
  applyToken,
  FIRST_LEG_MESSAGE,
  isTokenExpired,
  isVerificationType,
  verificationSlots,
  type VerificationType,
} from '../one-time-tokens/verification.ts';

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** The account that wants to change from or to an address. */
async function findUserOfChange(sql: Sql, email: string): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.deleted_at is null and u.email_change <> ''
      and u.id in (
        select user_id from auth.one_time_tokens
        where relates_to = ${email}
          and token_type in ('email_change_token_new', 'email_change_token_current')
      )`;
}

/** Whose pending code it is that was typed, for the address it was sent to. */
async function findCode(
  auth: AuthContext,
  type: VerificationType,
  email: string,
  code: string,
): Promise<FoundToken | null> {
  const waitMs = auth.limits.codeGuesses.take(email);
  if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
  const user = type === 'email_change' ? null : await findUserByEmail(auth.sql, email);
  const candidates =
    type === 'email_change' ? await findUserOfChange(auth.sql, email) : user === null ? [] : [user];
  const hash = hashOneTimeCode(email, code);
  const { config, clock } = auth;
  for (const candidate of candidates) {
    const slot = verificationSlots[type].find(
      (pending) =>
        matchesStoredHash(hash, candidate[tokenSlots[pending].codeColumn]) &&
        !isTokenExpired(candidate, pending, config.otpExpiryS, clock.now()),
    );
    if (slot !== undefined) return { user: candidate, slot };
  }
  return null;
}

/** POST /verify: with the code that was typed and its address, or with a link's token. */
export function createVerifyPostRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    limitRequests(describeClient(c), auth.limits.verify);
    const body = await readBody(c, bodySchema);
    if (body.type === undefined) {
      throw authErrors.validationFailed('Verify requires a verification type');
    }
    if (body.token === undefined && body.token_hash === undefined) {
      throw authErrors.validationFailed('Verify requires a token or a token hash');
    }
    if (body.phone !== undefined) throw authErrors.phoneDisabled();
    if (!isVerificationType(body.type)) {
      throw authErrors.validationFailed('Unsupported verification type');
    }
    const { type } = body;
    let found: FoundToken | null;
    if (body.token_hash !== undefined) {
      if (body.token !== undefined || body.email !== undefined) {
        throw authErrors.validationFailed('Only the token_hash and type should be provided');
      }
      found = await findLinkToken(auth.sql, body.token_hash, verificationSlots[type]);
    } else if (body.token !== undefined && body.email !== undefined) {
      found = await findCode(auth, type, parseEmail(body.email), body.token);
    } else {
      throw authErrors.validationFailed(
        'Only an email address or phone number should be provided on verify',
      );
    }
    if (found === null) throw authErrors.otpExpired();
    const client = describeClient(c);
    const verified = await applyToken(auth, found, { type, isPkce: false, client });
    if (verified.kind !== 'session') return c.json({ msg: FIRST_LEG_MESSAGE, code: '200' });
    return c.json(await createSessionResponse(auth, verified.session));
  };
}
