import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

/** A right-to-left override: what follows is shown backwards. */
const OVERRIDE = '\u202e';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database.drop());

it('the name of a sign-up is stored without direction controls, in the profile and in the metadata', async () => {
  const id = await signUp(sql, { metadata: { full_name: `Ada ${OVERRIDE}001$\u2069` } });
  const [row] = await sql`
    select full_name, raw_user_meta_data ->> 'full_name' as given
    from public.profiles join auth.users using (id) where id = ${id}`;
  expect(row).toEqual({ full_name: 'Ada 001$', given: 'Ada 001$' });
});

it('a changed profile is stored without direction controls, and keeps its other values', async () => {
  const id = await signUp(sql, { metadata: { full_name: 'Ada', date_of_birth: '1990-02-28' } });
  await actAs(
    sql,
    signedIn(id),
    (transaction) => transaction`
      update public.profiles set city = ${`Lagos\u2067`}, company_name = ${`${OVERRIDE}dtL`}
      where id = ${id}`,
  );
  const [row] = await sql`
    select full_name, date_of_birth::text as born, city, company_name
    from public.profiles where id = ${id}`;
  expect(row).toEqual({
    full_name: 'Ada',
    born: '1990-02-28',
    city: 'Lagos',
    company_name: 'dtL',
  });
});

it('references and names of cards are stored without direction controls', async () => {
  const id = await signUp(sql);
  const order = await insertOrder(
    sql,
    orderFields(id, {
      transaction_reference: `FT-${OVERRIDE}001`,
      card_details: { tier: 'premium', cardName: `\u200fTravel` },
      amount: '15.00',
    }),
  );
  expect(order.transaction_reference).toBe('FT-001');
  expect(order.card_details).toMatchObject({ cardName: 'Travel' });
  const recharge = await insertRecharge(
    sql,
    rechargeFields(id, { transaction_reference: `\u2066FT-2\u2069` }),
  );
  expect(recharge.transaction_reference).toBe('FT-2');
});

it('the notes of a review are stored without direction controls', async () => {
  const id = await signUp(sql);
  const admin = await makeAdmin(sql);
  const { id: orderId } = await insertOrder(sql, orderFields(id));
  await actAs(
    sql,
    signedIn(admin),
    (transaction) => transaction`
      update public.orders
      set status = 'manual_payment_rejected', admin_notes = ${`Sent ${OVERRIDE}5 USD`}
      where id = ${orderId}`,
  );
  const [row] = await sql`select admin_notes from public.orders where id = ${orderId}`;
  expect(row?.admin_notes).toBe('Sent 5 USD');
});

it('administrators find a name with accents by its plain letters', async () => {
  const admin = await makeAdmin(sql);
  const id = await signUp(sql, { metadata: { full_name: 'Zoë Łukasz' } });
  const rows = await actAs(
    sql,
    signedIn(admin),
    (transaction) => transaction`
      select id from public.account_directory where search_name like '%zoe luk%'`,
  );
  expect(rows).toEqual([{ id }]);
});
