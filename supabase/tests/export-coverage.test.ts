import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { addRowsEverywhere } from './rows-everywhere.ts';
import {
  actAs,
  insertOrder,
  makeAdmin,
  orderFields,
  errorOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

/** Each table with rows of a user, and the part of the export that contains them. */
const EXPORTED: Readonly<Record<string, string>> = {
  'auth.audit_log_entries': 'security_events',
  'auth.flow_state': 'started_logins',
  'auth.identities': 'identities',
  'auth.mfa_amr_claims': 'sessions.0.methods',
  'auth.mfa_challenges': 'factors.0.challenges',
  'auth.mfa_factors': 'factors',
  'auth.one_time_tokens': 'one_time_tokens',
  'auth.refresh_tokens': 'refresh_tokens',
  'auth.sessions': 'sessions',
  'auth.users': 'account',
  'backend_auth.known_devices': 'known_devices',
  'backend_auth.one_time_tokens': 'sent_codes',
  'backend_auth.outbox': 'unsent_messages',
  'backend_auth.passkeys': 'passkeys',
  'backend_auth.recovery_codes': 'recovery_codes',
  'backend_auth.session_ends': 'session_ends',
  'backend_auth.sign_in_failures': 'failed_logins',
  'backend_storage.resumable_uploads': 'unfinished_uploads',
  'private.audit_log': 'changes',
  'private.outbox': 'mails',
  'private.payment_codes': 'payment_codes',
  'public.account_deletion_requests': 'deletion_requested_at',
  'public.administrator_requests': 'administrator_requests',
  'public.deliveries': 'deliveries',
  'public.mail_preferences': 'mail_preferences',
  'public.orders': 'orders',
  'public.payment_states': 'received_payments',
  'public.profiles': 'profile',
  'public.recharges': 'recharges',
  'public.record_views': 'record_views',
  'public.sandbox_checkout_sessions': 'sandbox_payments',
  'public.transactions': 'transactions',
  'public.users': 'user',
  'storage.buckets': 'buckets',
  'storage.objects': 'files',
};

/** Tables that seem to have rows of a user, and why the export leaves them out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'auth.saml_relay_states': 'A login at an organization in progress, before its user is known.',
  'backend_auth.passkey_challenges': 'A random value, deleted after minutes.',
  'backend_auth.totp_steps': 'The number of the last code, so that no code works twice.',
  'backend_realtime.presences': 'Deleted when the connection closes.',
  'backend_shared.ended_sessions': 'Ids of deleted sessions, which no row connects to a user.',
  'private.record_origins':
    'Keyed hashes against fraud, deleted after 90 days. They contain no address.',
  'private.expiry_warnings': 'When a record was announced to expire. The mail says it.',
  'public.mail_texts': 'Texts of the operator.',
  'public.account_notes': 'Internal notes. The operator answers a request for them by hand.',
  'public.bank_lines':
    'Movements of the operator. What a customer paid is among the received payments.',
  'public.payment_links':
    'The work of administrators. What a customer paid is among the received payments.',
  'public.record_events': 'The work of administrators. The decisions are among the changes.',
  'public.record_notes': 'Internal notes. The operator answers a request for them by hand.',
  'public.records': 'A copy of orders and recharges, for the search of administrators.',
  'public.security_settings': 'A rule for all administrators.',
  'public.support_contact': "The operator's address, not a customer's.",
  'realtime.subscription': 'Deleted when the connection closes.',
};

const PERSONAL_COLUMN =
  '(^|_)(user|owner|actor|author|uploader|subject|email|phone|address|ip|session|factor|claims|limit_key)(_id|s)?$|_by$';

/** Tables that refer to an account by foreign keys, directly or not, or by the name of a column. */
async function findPersonalTables(sql: Pick<Sql, 'unsafe'>): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(
    `with recursive referring as (
      select 'auth.users'::regclass::oid as id
      union
      select conrelid from pg_constraint join referring on confrelid = referring.id
      where contype = 'f'
    )
    select n.nspname || '.' || c.relname as name
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')
      and (
        c.oid in (select id from referring)
        or exists (
          select from pg_attribute as a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname ~ $1
        )
      )
    order by 1`,
    [PERSONAL_COLUMN],
  );
  return rows.map(({ name }) => name);
}

describe('the data export', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  async function exportOf(person: string): Promise<Record<string, unknown>> {
    const [row] = await sql`select private.account_data(${person}) as data`;
    return row?.data as Record<string, unknown>;
  }

  it('exports every table with rows of a user, or lists a reason to leave it out', async () => {
    expect(await findPersonalTables(sql)).toEqual(
      [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].sort(),
    );
  });

  it('detects new tables that refer to a user', async () => {
    const found = sql.begin(async (tx) => {
      await tx`create table public.new_notes (author uuid references public.profiles)`;
      await tx`create table public.new_letters (sent_email text)`;
      const names = await findPersonalTables(tx);
      throw new Error(names.filter((name) => name.startsWith('public.new_')).join(' '));
    });
    await expect(found).rejects.toThrow('public.new_letters public.new_notes');
  });

  it('has the rows of each table, and no hash, key, code or token', async () => {
    const person = await signUp(sql, { email: `ada.${randomUUID()}@example.com` });
    await addRowsEverywhere(sql, person);
    const data = await exportOf(person);

    for (const [table, part] of Object.entries(EXPORTED)) {
      expect(data, `${part} has the rows of ${table}`).toHaveProperty(part);
      expect(data, `${part} has the rows of ${table}`).not.toHaveProperty(part, []);
      expect(data, `${part} has the rows of ${table}`).not.toHaveProperty(part, null);
    }
    expect(data).toMatchObject({
      account: { id: person, new_email: 'new@example.com' },
      passkeys: [{ name: 'Phone', transports: ['internal'], times_used: 3 }],
      sent_codes: [{ purpose: 'recovery', sent_to: 'ada@example.com' }],
      unfinished_uploads: [{ bucket: 'b', name: 'big.png' }],
      failed_logins: [{ failures: 2 }],
      security_events: [{ action: 'login', by_yourself: true, ip: '192.0.2.7' }],
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(Buffer.from('secret').toString('hex'));
  });

  it('shows an administrator’s actions without the affected users, and actions on a user without the administrator', async () => {
    const admin = await makeAdmin(sql);
    const person = await signUp(sql);
    const order = await insertOrder(sql, orderFields(person));
    await actAs(
      sql,
      signedIn(admin),
      (tx) =>
        tx`update public.orders set status = 'manual_payment_approved' where id = ${order.id}`,
    );
    const payload = {
      action: 'user_modified',
      actor_id: admin,
      actor_username: 'admin@example.com',
      traits: { user_id: person },
    };
    await sql`
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values (null, gen_random_uuid(), ${JSON.stringify(payload)}::text::json, now(), '192.0.2.8')`;

    const own = await exportOf(admin);
    expect(own.changes_to_others).toMatchObject([{ table: 'orders', action: 'update' }]);
    expect(own.security_events).toMatchObject([{ by_yourself: true, details: null }]);
    expect(JSON.stringify(own)).not.toMatch(new RegExp(`${person}|${order.id}`));

    const other = await exportOf(person);
    expect(other.security_events).toMatchObject([
      { action: 'user_modified', by_yourself: false, ip: null, details: { user_id: person } },
    ]);
    expect(JSON.stringify(other.security_events)).not.toMatch(/admin@|192\.0\.2\.8/);
  });

  it('works on a hosted project, which has its own tables for passkeys and uploads', async () => {
    const person = await signUp(sql);
    const exported = sql.begin(async (tx) => {
      await tx`drop function backend_auth.account_data(uuid)`;
      await tx`
        create table auth.webauthn_credentials (
          id uuid, user_id uuid, credential_id bytea, public_key bytea, friendly_name text
        )`;
      await tx`grant select on auth.webauthn_credentials to postgres`;
      await tx`
        insert into auth.webauthn_credentials
        values (gen_random_uuid(), ${person}, 'secret', 'secret', 'Laptop')`;
      const [row] = await tx`
        select private.account_data(${person}) -> 'passkeys' as passkeys`;
      throw new Error(JSON.stringify(row?.passkeys));
    });
    await expect(exported).rejects.toThrow(/^\[\{"id":"[\w-]+","friendly_name":"Laptop"\}\]$/);
  });

  it('gives the product no other access to the tables of the services', async () => {
    const reading = sql.begin(async (tx) => {
      await tx`set local role postgres`;
      return tx`select public_key from backend_auth.passkeys`;
    });
    expect((await errorOf(reading)).code).toBe('42501');
  });
});
