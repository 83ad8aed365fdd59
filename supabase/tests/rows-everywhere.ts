import { randomBytes, randomUUID } from 'node:crypto';
import {
  actAs,
  insertOrder,
  insertRecharge,
  orderFields,
  rechargeFields,
  signedIn,
  type Sql,
} from './support.ts';

/** Adds a row about a person to every table that has such rows. Each secret value contains "secret". */
export async function addRowsEverywhere(sql: Sql, person: string): Promise<void> {
  await addRecords(sql, person);
  await addLogins(sql, person);
  await addServiceRows(sql, person);
}

async function addRecords(sql: Sql, person: string): Promise<void> {
  const order = await insertOrder(sql, orderFields(person));
  await sql`update public.orders set status = 'manual_payment_approved' where id = ${order.id}`;
  await sql`update public.deliveries set failure_reason = 'secret' where record_id = ${order.id}`;
  await sql`
    insert into public.administrator_requests (user_id, action, reason, requested_by)
    values (${person}, 'make', 'secret', gen_random_uuid())`;
  const { id } = await insertRecharge(sql, rechargeFields(person));
  await actAs(
    sql,
    signedIn(person),
    (tx) => tx`insert into public.account_deletion_requests default values`,
  );
  await actAs(sql, signedIn(person), (tx) => tx`select public.reserve_payment_code()`);
  await sql`
    insert into public.payment_states (record_id, user_id, state, received_amount, amount, currency)
    values (${order.id}, ${person}, 'received', 15, 15, 'USD')`;
  await sql`
    insert into public.sandbox_checkout_sessions
      (id, record_type, record_id, user_id, amount_minor, currency, description, success_url,
        cancel_url, expires_at)
    values (${`cs_sandbox_${randomBytes(24).toString('hex')}`}, 'mobile_recharge', ${id}, ${person}, 1000, 'USD',
      'Recharge', 'http://localhost/', 'http://localhost/', now())`;
  await sql`
    insert into public.record_views (owner_id, name, filter) values (${person}, 'Mine', '{}')`;
  await sql`
    insert into storage.buckets (id, name, owner_id) values (${`b-${person}`}, ${`b-${person}`}, ${person})`;
  const version = randomUUID();
  await sql`insert into backend_storage.orphaned_blobs values (${version}, now())`;
  await sql`
    insert into storage.objects (bucket_id, name, owner_id, version)
    values (${`b-${person}`}, 'photo.png', ${person}, ${version})`;
  await sql`
    insert into backend_storage.resumable_uploads (id, uploader, target, remove_after)
    values (${randomUUID()}, ${`authenticated:${person}`}, '{"bucketId": "b", "name": "big.png"}', now())`;
}

async function addLogins(sql: Sql, person: string): Promise<void> {
  const [session, factor] = [randomUUID(), randomUUID()];
  await sql`
    update auth.users
    set encrypted_password = 'secret-hash', recovery_token = ${`secret-${person}`},
      email_change = 'new@example.com'
    where id = ${person}`;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${person}, ${person}, '{}', 'email')`;
  await sql`
    insert into auth.sessions (id, user_id, user_agent, created_at)
    values (${session}, ${person}, 'Firefox', now())`;
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${session}, 'password', now(), now())`;
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, created_at)
    values (${`secret-${randomUUID()}`}, ${person}, ${session}, now())`;
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
    values (${factor}, ${person}, 'totp', 'unverified', now(), now(), 'secret-seed')`;
  await sql`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
    values (gen_random_uuid(), ${factor}, now(), '192.0.2.7', 'secret-code')`;
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (gen_random_uuid(), ${person}, 'recovery_token', 'secret-token', 'ada@example.com')`;
  await sql`
    insert into auth.flow_state
      (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
        provider_access_token, authentication_method)
    values (gen_random_uuid(), ${person}, 'secret-auth-code', 's256', 'secret-challenge', 'google',
      'secret-provider-token', 'oauth')`;
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values (null, gen_random_uuid(), ${JSON.stringify({ action: 'login', actor_id: person, traits: {} })}::text::json,
      now(), '192.0.2.7')`;
  await sql`insert into backend_auth.session_ends (session_id, ends_at) values (${session}, now())`;
}

async function addServiceRows(sql: Sql, person: string): Promise<void> {
  await sql`select private.queue_mail('received', ${person})`;
  await sql`insert into public.mail_preferences (user_id) values (${person})`;
  await sql`
    insert into backend_auth.passkeys
      (id, user_id, credential_id, public_key, counter, transports, friendly_name, created_at)
    values (gen_random_uuid(), ${person}, ${`secret-${randomUUID()}`}, 'secret-key', 3, '["internal"]',
      'Phone', now())`;
  await sql`
    insert into backend_auth.recovery_codes (user_id, code_hash, created_at)
    values (${person}, 'secret-recovery', now())`;
  await sql`
    insert into backend_auth.known_devices (user_id, device, last_seen_at)
    values (${person}, 'secret-device', now())`;
  await sql`
    insert into backend_auth.one_time_tokens
      (id, user_id, slot, address, code_hash, link_hash, created_at, expires_at)
    values (gen_random_uuid(), ${person}, 'recovery', 'ada@example.com', 'secret-code-hash',
      ${`secret-${randomUUID()}`}, now(), now())`;
  await sql`
    insert into backend_auth.outbox (id, user_id, sealed, created_at)
    values (gen_random_uuid(), ${person}, 'secret-sealed', now())`;
  await sql`
    insert into backend_auth.sign_in_failures (subject, failures, last_failed_at)
    select backend_auth.failure_subject(email, null), 2, now() from auth.users where id = ${person}`;
}
