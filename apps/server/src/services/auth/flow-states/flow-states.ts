import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { equalInConstantTime } from '../../../platform/equal-in-constant-time.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';

const EXPIRY_S = 300;

export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

const challengeText = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/);

/** @throws AuthError validation_failed when one of the two is missing or malformed */
export function parseChallenge(body: {
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
}): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method: givenMethod } = body;
  if (challenge === undefined && givenMethod === undefined) return null;
  if (challenge === undefined || givenMethod === undefined) {
    throw authErrors.validationFailed(
      'PKCE flow requires code_challenge_method and code_challenge',
    );
  }
  const method = givenMethod.toLowerCase();
  if (method !== 's256' && method !== 'plain') {
    throw authErrors.validationFailed('code_challenge_method must be s256 or plain');
  }
  if (!challengeText.safeParse(challenge).success) {
    throw authErrors.validationFailed(
      'code challenge has to be 43 to 128 characters of letters, digits and -._~',
    );
  }
  return { challenge, method };
}

/** The method of a mailed link. It becomes the session's `amr`. */
export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change';

/** Stores a challenge until the link of the mail is opened. */
export async function beginFlow(
  sql: Database,
  flow: { userId: string; method: FlowMethod; challenge: CodeChallenge; now: Date },
): Promise<void> {
  const { userId, method, challenge, now } = flow;
  await sql`
    insert into auth.flow_state (
      id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at
    ) values (
      ${randomUUID()}, ${userId}, ${randomUUID()}, ${challenge.method}, ${challenge.challenge},
      'email', ${method}, ${now}, ${now}
    )`;
}

/**
 * The code that the app exchanges for the session, of the user's newest challenge.
 *
 * @throws AuthError flow_state_not_found
 */
export async function issueAuthCode(
  sql: Database,
  userId: string,
  method: FlowMethod,
  now: Date,
): Promise<string> {
  const [flow] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = ${now}, updated_at = ${now}
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${method}
        and auth_code_issued_at is null
      order by created_at desc limit 1
    )
    returning auth_code`;
  if (flow === undefined) throw authErrors.flowStateNotFound();
  return flow.auth_code;
}

/** The tokens of the provider, encrypted. */
export interface SealedTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** Issues a code after a sign-in at a provider. From now on it can be exchanged. */
export async function issueProviderCode(
  sql: Database,
  flow: {
    userId: string;
    provider: string;
    challenge: CodeChallenge;
    seal: (flowId: string) => SealedTokens;
    now: Date;
  },
): Promise<string> {
  const { userId, provider, challenge, now } = flow;
  const [id, authCode] = [randomUUID(), randomUUID()];
  const { accessToken, refreshToken } = flow.seal(id);
  await sql`
    insert into auth.flow_state (
      id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      provider_access_token, provider_refresh_token, authentication_method, auth_code_issued_at,
      created_at, updated_at
    ) values (
      ${id}, ${userId}, ${authCode}, ${challenge.method}, ${challenge.challenge}, ${provider},
      ${accessToken}, ${refreshToken}, 'oauth', ${now}, ${now}, ${now}
    )`;
  return authCode;
}

interface FinishedFlow extends SealedTokens {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  /** The end of the session that the identity provider requires. */
  readonly sessionEndsAt: Date | null;
}

interface FlowRow extends FinishedFlow {
  readonly challenge: string;
  readonly challengeMethod: CodeChallenge['method'];
  readonly issuedAt: Date;
}

/**
 * Exchanges a code. It is valid for one attempt: right or wrong, the flow is deleted.
 *
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function finishFlow(
  sql: Database,
  authCode: string,
  verifier: string,
  now: Date,
): Promise<FinishedFlow> {
  const [flow] = await sql<FlowRow[]>`
    with flow as (
      delete from auth.flow_state where auth_code = ${authCode} and auth_code_issued_at is not null
      returning *
    )
    select flow.id, flow.user_id as "userId", flow.authentication_method as method,
      flow.provider_access_token as "accessToken", flow.provider_refresh_token as "refreshToken",
      flow.code_challenge as challenge, flow.code_challenge_method as "challengeMethod",
      flow.auth_code_issued_at as "issuedAt", e.ends_at as "sessionEndsAt"
    from flow left join backend_auth.session_ends e on e.flow_state_id = flow.id`;
  if (flow === undefined) throw authErrors.flowStateNotFound();
  if (now.getTime() - flow.issuedAt.getTime() > EXPIRY_S * 1000) {
    throw authErrors.flowStateExpired();
  }
  const computed =
    flow.challengeMethod === 's256' ? hash('sha256', verifier, 'base64url') : verifier;
  if (!equalInConstantTime(computed, flow.challenge)) throw authErrors.badCodeVerifier();
  return flow;
}
