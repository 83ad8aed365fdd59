import { hash } from 'node:crypto';
import * as openid from 'openid-client';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { Sealer } from '../../../platform/sealing.ts';
import type { FlowChecks } from './provider.ts';

/** The lifetime of a flow. */
export const FLOW_VALID_S = 600;

/** The target and the user of a flow. */
export interface FlowPurpose {
  readonly provider: string;
  readonly redirectTo: string;
  /** Null when the app gets the session in the fragment. */
  readonly challenge: CodeChallenge | null;
  /** The signed-in user who links an identity; null for a sign-in. */
  readonly linksTo: { readonly userId: string; readonly sessionId: string } | null;
}

type SealedFlow = Omit<FlowPurpose, 'provider'> & Omit<FlowChecks, 'state'>;

export interface ReturnedFlow {
  readonly purpose: FlowPurpose;
  readonly checks: FlowChecks;
}

function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** @param browserToken the cookie of the browser that starts the flow */
export async function storeFlow(
  sql: Database,
  sealer: Sealer,
  { provider, ...purpose }: FlowPurpose,
  browserToken: string,
  now: Date,
): Promise<FlowChecks> {
  const checks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const { state, ...kept } = checks;
  const stateHash = hashOf(state);
  const sealed = sealer.seal(stateHash.toString('hex'), { ...purpose, ...kept });
  await sql`
    insert into backend_auth.provider_flows
      (state_hash, browser_hash, provider, sealed, created_at, expires_at)
    values (${stateHash}, ${hashOf(browserToken)}, ${provider}, ${sealed}, ${now},
      ${new Date(now.getTime() + FLOW_VALID_S * 1000)})`;
  return checks;
}

/**
 * Deletes the flow of a provider's response and returns it. It is valid once, for the browser that started
 * it.
 *
 * @throws AuthError bad_oauth_state, flow_state_already_used
 */
export async function consumeFlow(
  sql: Database,
  sealer: Sealer,
  state: string,
  browserToken: string | null,
  now: Date,
): Promise<ReturnedFlow> {
  const stateHash = hashOf(state);
  const browserHash = hashOf(browserToken ?? '');
  const [flow] = await sql<{ provider: string; sealed: Uint8Array }[]>`
    update backend_auth.provider_flows set used_at = ${now}
    where state_hash = ${stateHash} and browser_hash = ${browserHash}
      and used_at is null and expires_at > ${now}
    returning provider, sealed`;
  if (flow === undefined) {
    const used = await sql`
      select 1 from backend_auth.provider_flows
      where state_hash = ${stateHash} and browser_hash = ${browserHash} and used_at is not null`;
    throw used.length > 0 ? authErrors.flowAlreadyUsed() : authErrors.badOAuthState();
  }
  const { nonce, codeVerifier, ...purpose } = sealer.open(
    stateHash.toString('hex'),
    flow.sealed,
  ) as SealedFlow;
  return {
    purpose: { provider: flow.provider, ...purpose },
    checks: { state, nonce, codeVerifier },
  };
}

/**
 * Marks a signed assertion as used.
 *
 * @returns false when it was used before
 */
export async function consumeAssertion(
  sql: Database,
  assertion: string,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await sql`
    insert into backend_auth.used_assertions (assertion_hash, expires_at)
    values (${hashOf(assertion)}, ${expiresAt}) on conflict do nothing returning 1`;
  return inserted.length > 0;
}
