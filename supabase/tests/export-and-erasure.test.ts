import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCardReference } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  addFactor,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

/** Every text below contains this, so that the test can search for what remains. */
const MARK = 'Lovelace';

describe('the stored data of a customer', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  function act(person: string, statement: string) {
    return actAs(sql, signedIn(person), (transaction) => transaction.unsafe(statement));
  }

  /** A customer with decided and pending records of every kind. Each record contains the marker. */
  async function livedInAccount(): Promise<string> {
    const person = await signUp(sql, {
      email: `${MARK}.${randomUUID()}@example.com`,
      metadata: { full_name: `Ada ${MARK}`, city: `${MARK} Town` },
    });
    await act(
      person,
      `update public.profiles set company_name = '${MARK} Ltd', full_name = 'Augusta ${MARK}'
       where id = '${person}'`,
    );
    const card = encodeCardReference({
      cardHolder: `Ada ${MARK}`,
      brand: 'visa',
      last4: '4242',
      expiry: '12/2030',
    });
    const decided = await insertOrder(
      sql,
      orderFields(person, {
        card_details: { tier: 'premium', cardName: `${MARK} Trips` },
        payment_method: 'card_payment',
        transaction_reference: card,
      }),
    );
    await sql`
      update public.transactions set description = ${`Card of ${MARK}`}
      where related_order_id = ${decided.id}`;
    await act(
      admin,
      `update public.orders set status = 'manual_payment_approved', admin_notes = 'Hello ${MARK}'
       where id = '${decided.id}'`,
    );
    await insertOrder(sql, orderFields(person, { transaction_reference: `FT ${MARK}` }));
    await insertRecharge(sql, rechargeFields(person, { transaction_reference: `BP ${MARK}` }));
    await act(person, 'insert into public.account_deletion_requests default values');
    await sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${person}, ${person}, ${JSON.stringify({ name: MARK })}::text::jsonb, 'email')`;
    await sql`
      insert into auth.sessions (id, user_id, user_agent, created_at)
      values (gen_random_uuid(), ${person}, ${MARK}, now())`;
    await sql`
      update auth.users set encrypted_password = 'secret-hash', recovery_token = 'secret-' || ${person}
      where id = ${person}`;
    return person;
  }

  /** Deletes an account as the auth service does. */
  async function deleteSoftly(person: string): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction`set local role supabase_auth_admin`;
      await transaction`
        update auth.users
        set email = 'alias-' || id, raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()
        where id = ${person}`;
      await transaction`delete from auth.identities where user_id = ${person}`;
      await transaction`delete from auth.sessions where user_id = ${person}`;
    });
  }

  async function exportOf(person: string, aal: 'aal1' | 'aal2' = 'aal1') {
    const [row] = await actAs(
      sql,
      signedIn(person, aal),
      (transaction) => transaction`select public.export_my_data() as data`,
    );
    return row?.data as Record<string, never>;
  }

  /** @covers security.personal-data.1 */
  it('is exported completely, without data of other users and without secrets', async () => {
    const person = await livedInAccount();
    const other = await livedInAccount();
    const data = await exportOf(person);

    expect(data).toMatchObject({
      account: { id: person, user_metadata: { city: `${MARK} Town` } },
      identities: [{ provider: 'email' }],
      sessions: [{ user_agent: MARK }],
      profile: { id: person, company_name: `${MARK} Ltd` },
      orders: [{ user_id: person }, { user_id: person }],
      recharges: [{ user_id: person }],
      transactions: [{ user_id: person }, { user_id: person }, { user_id: person }],
      factors: [],
      files: [],
    });
    expect(data.changes).toMatchObject([
      { table: 'profiles', by_yourself: true, before: { full_name: `Ada ${MARK}` } },
      { table: 'orders', by_yourself: false, after: { admin_notes: `Hello ${MARK}` } },
      { table: 'auth.users', by_yourself: false, before: { password: null } },
    ]);
    expect(data.deletion_requested_at).not.toBeNull();
    expect(JSON.stringify(data)).not.toContain(other);
    expect(JSON.stringify(data)).not.toContain('secret-');
  });

  /** @covers security.sessions.18 */
  it('is exported only at aal2 if there is a second factor', async () => {
    const person = await signUp(sql);
    await addFactor(sql, person);
    expect((await errorOf(exportOf(person))).code).toBe('42501');
    expect(await exportOf(person, 'aal2')).toMatchObject({ factors: [{ type: 'totp' }] });
  });

  /** @covers security.personal-data.2 */
  it('is deleted with the account: no remaining row identifies the customer', async () => {
    const person = await livedInAccount();
    await deleteSoftly(person);

    const left = await sql`
      select kept from (
        select to_jsonb(u)::text as kept from auth.users as u where id = ${person}
        union all select to_jsonb(u)::text from public.users as u where id = ${person}
        union all select to_jsonb(p)::text from public.profiles as p where id = ${person}
        union all select to_jsonb(o)::text from public.orders as o where user_id = ${person}
        union all select to_jsonb(r)::text from public.recharges as r where user_id = ${person}
        union all select to_jsonb(t)::text from public.transactions as t where user_id = ${person}
        union all select to_jsonb(a)::text from private.audit_log as a where record_id in (
          select ${person}::uuid
          union all select id from public.orders where user_id = ${person}
          union all select id from public.recharges where user_id = ${person}
        )
      ) as everything`;
    expect(left.length).toBeGreaterThan(8);
    const text = left.map(({ kept }) => String(kept)).join('\n');
    for (const trace of [MARK, 'visa', 'last4', '803 555', '@example.com']) {
      expect(text).not.toContain(trace);
    }
    expect(await sql`select email from public.users where id = ${person}`).toEqual([
      { email: null },
    ]);
  });

  it('amounts, decisions and reviewers stay after the deletion, and pending records are rejected', async () => {
    const person = await livedInAccount();
    await deleteSoftly(person);

    expect(
      await sql`
        select amount, status, reviewed_by from public.orders
        where user_id = ${person} order by status`,
    ).toEqual([
      { amount: '15', status: 'manual_payment_approved', reviewed_by: admin },
      { amount: '15', status: 'manual_payment_rejected', reviewed_by: null },
    ]);
    expect(
      await sql`
        select actor_id, before ->> 'status' as before, after ->> 'status' as after
        from private.audit_log
        where record_id in (select id from public.orders where user_id = ${person})
          and actor_id = ${admin}`,
    ).toEqual([
      { actor_id: admin, before: 'pending_manual_verification', after: 'manual_payment_approved' },
    ]);
    expect(
      await sql`select user_id from public.account_deletion_requests where user_id = ${person}`,
    ).toEqual([]);
  });

  it('a deleted administrator is no longer an administrator', async () => {
    const gone = await makeAdmin(sql);
    await deleteSoftly(gone);
    expect(await sql`select account_type from public.profiles where id = ${gone}`).toEqual([
      { account_type: 'personal' },
    ]);
  });

  it('the audit log is append-only again after an erasure', async () => {
    await sql.begin(async (transaction) => {
      const person = await signUp(sql);
      await transaction`update auth.users set deleted_at = now() where id = ${person}`;
      const [setting] = await transaction`
        select current_setting('private.erasing_account', true) as erasing`;
      expect(setting).toEqual({ erasing: '' });
      await expect(
        transaction.savepoint((inner) => inner`update private.audit_log set actor_id = null`),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('an administrator who sets the erasure setting cannot change a decided record', async () => {
    const person = await livedInAccount();
    const rewriting = actAs(sql, signedIn(admin), async (transaction) => {
      await transaction`select set_config('private.erasing_account', 'yes', true)`;
      return transaction`
        update public.orders set status = 'manual_payment_rejected'
        where user_id = ${person} and status = 'manual_payment_approved'`;
    });
    expect((await errorOf(rewriting)).code).toBe('PT409');
  });
});
