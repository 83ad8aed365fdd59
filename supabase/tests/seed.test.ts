import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_STATUSES, TRANSACTION_TYPES } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { type Sql } from './support.ts';

describe('the demo data', () => {
  let database: TestDatabase;
  let sql: Sql;
  let seed: string;

  async function load(): Promise<void> {
    await sql.begin(async (transaction) => {
      // As on a hosted project, where the role that migrates is not a superuser.
      await transaction`set local role postgres`;
      await transaction.unsafe(seed).simple();
    });
  }

  function contents() {
    return sql`
      select (select json_agg(u order by id) from public.users as u) as users,
        (select json_agg(p order by id) from public.profiles as p) as profiles,
        (select json_agg(o order by id) from public.orders as o) as orders,
        (select json_agg(r order by id) from public.recharges as r) as recharges,
        (select json_agg(t order by id) from public.transactions as t) as transactions,
        (select count(*) from private.audit_log) as audit_entries,
        (select count(*) from auth.identities) as identities`;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    seed = await readFile(new URL('../seed.sql', import.meta.url), 'utf8');
    await load();
  });
  afterAll(() => database.drop());

  it('contains an account of each type, all with the documented password', async () => {
    const password = /all three: password\s+(\S+)/.exec(seed)?.[1] ?? '';
    expect(
      await sql`
        select account_type, encrypted_password = extensions.crypt(${password}, encrypted_password)
          as password_fits
        from public.profiles join auth.users using (id) order by 1`,
    ).toEqual([
      { account_type: 'admin', password_fits: true },
      { account_type: 'business', password_fits: true },
      { account_type: 'personal', password_fits: true },
    ]);
  });

  it('contains records in every status and transactions of every type', async () => {
    const statuses = await sql<{ status: string }[]>`
      select status from public.orders union select status from public.recharges order by 1`;
    const types = await sql<{ type: string }[]>`
      select distinct type from public.transactions order by 1`;
    expect(statuses.map(({ status }) => status)).toEqual([...RECORD_STATUSES].sort());
    expect(types.map(({ type }) => type)).toEqual([...TRANSACTION_TYPES].sort());
  });

  it('shows each record’s status in its transaction', async () => {
    expect(
      await sql`
        select records.id from (
          select id, status from public.orders union all select id, status from public.recharges
        ) as records
        left join public.transactions on related_order_id = records.id
        where transactions.status is distinct from records.status`,
    ).toEqual([]);
  });

  it('is the same after it is loaded again', async () => {
    const before = await contents();
    await load();
    expect(await contents()).toEqual(before);
  });
});
