import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  assignmentsOf,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  SERVICE,
  signedIn,
  signUp,
  untilBlocked,
  type Caller,
  type Sql,
} from './support.ts';

type RecordTable = 'orders' | 'recharges';

describe.each<RecordTable>(['orders', 'recharges'])('the review of %s', (table) => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql);
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  async function pendingRecord(): Promise<string> {
    const { id } = await actAs(sql, signedIn(customer), (transaction) =>
      table === 'orders'
        ? insertOrder(transaction, orderFields(customer))
        : insertRecharge(transaction, rechargeFields(customer)),
    );
    return id;
  }

  function decide(
    caller: Caller,
    id: string,
    changes: Readonly<Record<string, string | null>>,
  ): Promise<readonly Record<string, unknown>[]> {
    return actAs(
      sql,
      caller,
      (transaction) => transaction`
        update public.${transaction(table)} set ${assignmentsOf(transaction, changes)}
        where id = ${id} returning *`,
    );
  }

  it.each(['manual_payment_approved', 'manual_payment_rejected'])(
    'can set %s, and the database records the reviewer and the time',
    async (status) => {
      const id = await pendingRecord();
      const [row] = await decide(signedIn(admin), id, {
        status,
        admin_notes: ' Checked. ',
        updated_at: '2001-01-01T00:00:00Z',
      });
      const [times] = await sql`
        select reviewed_at > now() - interval '1 minute' as reviewed_now,
          updated_at > now() - interval '1 minute' as updated_now
        from public.${sql(table)} where id = ${id}`;

      expect(row).toMatchObject({ status, admin_notes: 'Checked.', reviewed_by: admin });
      expect(times).toEqual({ reviewed_now: true, updated_now: true });
    },
  );

  it.each(['completed', 'pending_manual_verification', 'cancelled', ''])(
    'cannot set "%s"',
    async (status) => {
      const id = await pendingRecord();
      const error = await errorOf(decide(signedIn(admin), id, { status }));
      expect(error).toEqual({
        code: '23514',
        message: 'A review approves or rejects the payment.',
      });
    },
  );

  /** @covers 4.status.2 */
  it('is final: a second decision gets PT409 and changes nothing', async () => {
    const id = await pendingRecord();
    await decide(signedIn(admin), id, { status: 'manual_payment_approved', admin_notes: 'first' });

    const error = await errorOf(
      decide(signedIn(await makeAdmin(sql)), id, {
        status: 'manual_payment_rejected',
        admin_notes: 'second',
      }),
    );

    expect(error).toEqual({ code: 'PT409', message: 'already reviewed' });
    expect(
      await sql`select status, admin_notes, reviewed_by from public.${sql(table)} where id = ${id}`,
    ).toEqual([{ status: 'manual_payment_approved', admin_notes: 'first', reviewed_by: admin }]);
  });

  /** @covers security.records.2 */
  it('by two administrators at once: the second waits for the first and then gets PT409', async () => {
    const id = await pendingRecord();
    const secondAdmin = await makeAdmin(sql);
    let second: Promise<{ code: string }> | undefined;

    await actAs(sql, signedIn(admin), async (transaction) => {
      await transaction`
        update public.${transaction(table)} set status = 'manual_payment_approved'
        where id = ${id}`;
      second = errorOf(decide(signedIn(secondAdmin), id, { status: 'manual_payment_rejected' }));
      await untilBlocked(sql);
    });

    expect((await second)?.code).toBe('PT409');
    expect(
      await sql`select status, reviewed_by from public.${sql(table)} where id = ${id}`,
    ).toEqual([{ status: 'manual_payment_approved', reviewed_by: admin }]);
  });

  it('cannot change the notes of a decided record', async () => {
    const id = await pendingRecord();
    await decide(signedIn(admin), id, { status: 'manual_payment_approved' });
    const error = await errorOf(decide(signedIn(admin), id, { admin_notes: 'later' }));
    expect(error.code).toBe('PT409');
  });

  it('keeps the line breaks of its notes', async () => {
    const id = await pendingRecord();
    const [row] = await decide(signedIn(admin), id, {
      status: 'manual_payment_rejected',
      admin_notes: 'Not found.\nPlease write\tto us.\n',
    });
    expect(row).toMatchObject({ admin_notes: 'Not found.\nPlease write to us.' });
  });

  it('refuses notes that contain a card number or are too long', async () => {
    for (const notes of ['paid with 4111 1111 1111 1111', 'x'.repeat(2001)]) {
      const id = await pendingRecord();
      const error = await errorOf(
        decide(signedIn(admin), id, { status: 'manual_payment_rejected', admin_notes: notes }),
      );
      expect(error.code).toBe('23514');
    }
  });

  /** @covers security.records.1 */
  it('changes no row for a customer', async () => {
    const id = await pendingRecord();
    expect(
      await decide(signedIn(customer), id, { status: 'manual_payment_approved' }),
    ).toHaveLength(0);
  });

  /** @covers 4.status.3, 4.success-page.7 */
  it('is not needed when a card provider confirms: the secret key completes a pending record once', async () => {
    const id = await pendingRecord();
    const [row] = await decide(SERVICE, id, {
      status: 'completed',
      stripe_session_id: `cs_${id}`,
    });
    const error = await errorOf(
      decide(SERVICE, id, { status: 'completed', stripe_session_id: 'cs_again' }),
    );

    expect(row).toMatchObject({ status: 'completed', reviewed_by: null, reviewed_at: null });
    expect(error).toEqual({ code: 'PT409', message: 'already confirmed' });
  });

  it('is final: the secret key cannot complete a rejected record', async () => {
    const id = await pendingRecord();
    await decide(signedIn(admin), id, { status: 'manual_payment_rejected' });
    const error = await errorOf(
      decide(SERVICE, id, { status: 'completed', stripe_session_id: 'cs_late' }),
    );
    expect(error).toEqual({ code: 'PT409', message: 'already reviewed' });
  });

  /** @covers 4.success-page.7 */
  it('one payment session completes only one record', async () => {
    const first = await pendingRecord();
    const second = await pendingRecord();
    const completion = { status: 'completed', stripe_session_id: `cs_once_${table}` };
    await decide(SERVICE, first, completion);
    expect((await errorOf(decide(SERVICE, second, completion))).code).toBe('23505');
  });
});
