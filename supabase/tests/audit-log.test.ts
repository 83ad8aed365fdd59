/** @covers security.records.5 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
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

describe('the audit log', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  function entriesOf(recordId: string) {
    return sql`
      select actor_id, actor_role, table_name, action, before, after
      from private.audit_log where record_id = ${recordId} order by id`;
  }

  it('records a review with its user and the values before and after', async () => {
    const customer = await signUp(sql);
    const admin = await makeAdmin(sql);
    const { id } = await insertOrder(sql, orderFields(customer));
    await actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        update public.orders set status = 'manual_payment_rejected', admin_notes = 'No payment.'
        where id = ${id}`,
    );

    const entries = await entriesOf(id);

    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor_id: admin,
      actor_role: 'authenticated',
      table_name: 'orders',
      action: 'update',
      before: { status: 'pending_manual_verification', admin_notes: null },
      after: { status: 'manual_payment_rejected', admin_notes: 'No payment.' },
    });
  });

  it('records only the columns of a profile that changed', async () => {
    const id = await signUp(sql, { metadata: { city: 'London', country: 'UK' } });
    await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`
        update public.profiles set city = 'Paris', country = 'UK', updated_at = now()
        where id = ${id}`,
    );
    expect(await entriesOf(id)).toMatchObject([
      { actor_id: id, before: { city: 'London' }, after: { city: 'Paris' } },
    ]);
    expect(Object.keys((await entriesOf(id))[0]?.before as object)).toEqual(['city']);
  });

  it('has no entry for an update that changed nothing', async () => {
    const id = await signUp(sql);
    await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`update public.profiles set updated_at = now() where id = ${id}`,
    );
    expect(await entriesOf(id)).toHaveLength(0);
  });

  it('records that an account became an administrator outside of a request', async () => {
    const id = await makeAdmin(sql);
    expect(await entriesOf(id)).toMatchObject([
      { actor_id: null, before: { account_type: 'personal' }, after: { account_type: 'admin' } },
    ]);
  });

  it('records the deletion of a profile and keeps the record after it', async () => {
    const id = await signUp(sql, { metadata: { full_name: 'Gone' } });
    await sql`delete from auth.users where id = ${id}`;
    expect(await entriesOf(id)).toMatchObject([
      { action: 'delete', before: { full_name: 'Gone' }, after: null },
    ]);
  });

  it.each([
    ['update', 'update private.audit_log set actor_id = null'],
    ['delete', 'delete from private.audit_log'],
    ['truncate', 'truncate private.audit_log'],
  ])('refuses %s even from the owner of the database', async (_, statement) => {
    const id = await makeAdmin(sql);
    expect(await entriesOf(id)).toHaveLength(1);
    const error = await errorOf(Promise.resolve(sql.unsafe(statement)));
    expect(error).toEqual({ code: '42501', message: 'The audit log is append-only.' });
  });

  describe('of an account’s password and email address', () => {
    const set = (id: string, assignment: string) =>
      sql.unsafe(`update auth.users set ${assignment} where id = '${id}'`);

    it('records that they changed, without the old and the new values', async () => {
      const id = await signUp(sql);
      await set(id, `encrypted_password = 'hash-of-the-new-one'`);
      await set(id, `email = 'new-address@example.com', email_change = ''`);
      const entries = await entriesOf(id);
      expect(entries).toMatchObject([
        {
          table_name: 'auth.users',
          action: 'update',
          before: { password: null },
          after: { password: 'changed' },
        },
        {
          table_name: 'auth.users',
          action: 'update',
          before: { email: null },
          after: { email: 'changed' },
        },
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/hash-of|example\.com/);
    });

    it('has no entry when a sign-in stores the same password with a newer hash', async () => {
      const id = await signUp(sql);
      await set(id, `encrypted_password = 'newer-hash', last_sign_in_at = now()`);
      await set(id, `updated_at = now(), email = email`);
      expect(await entriesOf(id)).toEqual([]);
    });

    it('survives the erasure of the account', async () => {
      const id = await signUp(sql);
      await set(id, `encrypted_password = 'hash-of-the-new-one'`);
      await set(id, `email = 'deleted-alias', encrypted_password = '', deleted_at = now()`);
      const entries = await entriesOf(id);
      expect(entries.filter((entry) => entry.table_name === 'auth.users')).toHaveLength(1);
    });
  });
});
