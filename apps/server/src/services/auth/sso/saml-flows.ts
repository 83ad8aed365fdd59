import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import { ssoErrors } from '../sso-errors.ts';

/** The authentication method, as in the claim `amr`. */
export const SAML_METHOD = 'sso/saml';
/** The lifetime of a flow. */
const VALID_S = 600;
const relayStateId = z.guid();

/** A started sign-in at an identity provider. */
export interface SamlFlow {
  readonly providerId: string;
  readonly requestId: string;
  readonly redirectTo: string;
  /** The flow whose code the app exchanges; null when it gets the session in the fragment. */
  readonly flowStateId: string | null;
}

/** Whether a relay state is from this server. An identity provider can send its own. */
export function isRelayStateId(relayState: string): boolean {
  return relayStateId.safeParse(relayState).success;
}

/** @throws AuthError sso_provider_not_found when it was deleted in the meantime */
export async function storeSamlFlow(
  sql: Database,
  relayState: string,
  flow: Omit<SamlFlow, 'flowStateId'> & { readonly challenge: CodeChallenge | null },
  now: Date,
): Promise<void> {
  const { providerId, requestId, redirectTo, challenge } = flow;
  const flowStateId = challenge === null ? null : randomUUID();
  const remembered = await sql`
    with p as (
      select id from auth.sso_providers where id = ${providerId} for key share
    ),
    f as (
      insert into auth.flow_state (
        id, auth_code, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at, updated_at
      )
      select ${flowStateId}::uuid, ${randomUUID()},
        ${challenge?.method ?? null}::auth.code_challenge_method, ${challenge?.challenge ?? null},
        ${SAML_METHOD}, ${SAML_METHOD}, ${now}::timestamptz, ${now}::timestamptz
      from p where ${flowStateId}::uuid is not null
      returning id
    )
    insert into auth.saml_relay_states (
      id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at
    )
    select ${relayState}::uuid, p.id, ${requestId}, ${redirectTo}, (select id from f),
      ${now}::timestamptz, ${now}::timestamptz
    from p returning 1`;
  if (remembered.length === 0) throw ssoErrors.ssoProviderNotFound('No such SSO provider');
}

/**
 * Deletes the flow of a relay state and returns it.
 *
 * @throws AuthError saml_relay_state_not_found, saml_relay_state_expired
 */
export async function consumeSamlFlow(
  sql: Database,
  relayState: string,
  now: Date,
): Promise<SamlFlow> {
  const [deleted] = await sql<(SamlFlow & { createdAt: Date })[]>`
    delete from auth.saml_relay_states where id = ${relayState}
    returning sso_provider_id as "providerId", request_id as "requestId",
      coalesce(redirect_to, '') as "redirectTo", flow_state_id as "flowStateId",
      created_at as "createdAt"`;
  if (deleted === undefined) throw ssoErrors.samlRelayStateNotFound();
  const { createdAt, ...flow } = deleted;
  if (now.getTime() - createdAt.getTime() > VALID_S * 1000) {
    throw ssoErrors.samlRelayStateExpired();
  }
  return flow;
}

/**
 * The code that the client exchanges for the session.
 *
 * @throws AuthError flow_state_not_found
 */
export async function issueSamlCode(
  sql: Database,
  flowStateId: string,
  { userId, sessionEndsAt }: { userId: string; sessionEndsAt: Date | null },
  now: Date,
): Promise<string> {
  const [flow] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set user_id = ${userId}, auth_code_issued_at = ${now}, updated_at = ${now}
    where id = ${flowStateId} and user_id is null
    returning auth_code`;
  if (flow === undefined) throw authErrors.flowStateNotFound();
  if (sessionEndsAt !== null) {
    await sql`
      insert into backend_auth.session_ends (flow_state_id, ends_at)
      values (${flowStateId}, ${sessionEndsAt})`;
  }
  return flow.auth_code;
}
