import type { Query, Database } from '../../../platform/database/connection.ts';
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../platform/json.ts';
import type { ClientDetails } from '../client-details.ts';

/** The recorded actions, and the group of Supabase Auth for each. */
const LOG_TYPES = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_email_changed: 'user',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_email_change_requested: 'user',
  user_phone_changed: 'user',
  user_phone_change_requested: 'user',
  user_reauthenticate_requested: 'user',
  link_generated: 'user',
  passkey_created: 'factor',
  passkey_deleted: 'factor',
  identity_linked: 'user',
  identity_unlinked: 'user',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  mfa_code_login: 'factor',
  generate_recovery_codes: 'user',
  sso_provider_created: 'team',
  sso_provider_updated: 'team',
  sso_provider_deleted: 'team',
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

/** The user or service that performed the action. */
export interface Actor {
  readonly id: string;
  readonly email: string | null;
  /** Whether an organisation signs the user in. */
  readonly is_sso_user?: boolean;
}

/** The holder of the secret key, as Supabase Auth names it. */
export const OPERATOR: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
};

/** An unknown actor, such as a client with a wrong password. */
export const UNKNOWN_ACTOR: Actor = { id: OPERATOR.id, email: '' };

interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** Only ids and names of methods, because an address would outlive its account. */
  readonly traits?: JsonObject;
  readonly client: ClientDetails;
  readonly now: Date;
}

/**
 * The statement that records an action. A larger statement can add `from` to it, for the name and the kind of
 * the account.
 */
export function recordingOf(
  sql: Database,
  { action, actor, traits = {}, client, now }: AuditEntry,
  username: Query = sql`${actor.email ?? ''}::text`,
  viaSso: Query = sql`${actor.is_sso_user ?? false}::boolean`,
): Query {
  const payload = {
    action,
    actor_id: actor.id,
    log_type: LOG_TYPES[action],
    traits,
    timestamp: now.toISOString(),
  };
  return sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select ${OPERATOR.id}::uuid, ${randomUUID()}::uuid,
      (${sql.json(payload)}::jsonb
        || jsonb_build_object(
          'actor_username', coalesce(${username}, ''), 'actor_via_sso', ${viaSso}
        ))::json,
      ${now}::timestamptz, ${client.ip ?? ''}::text`;
}

/** Records an action in the transaction that performs it. */
export async function recordAction(sql: Database, entry: AuditEntry): Promise<void> {
  await recordingOf(sql, entry);
}
