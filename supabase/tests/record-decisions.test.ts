import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  type Transaction,
} from '../../apps/server/test/support/index.ts';
import {
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  ruleOf,
  signUp,
  untilBlocked,
  type Sql,
} from './support.ts';
import { createRecordWork } from './record-work-support.ts';

describe('decisions by two administrators', () => {
  let database: TestDatabase;
  let sql: Sql;
  let work: ReturnType<typeof createRecordWork>;
  let customer: string;
  let ada: string;
  let bob: string;
  let order: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    work = createRecordWork(sql);
    customer = await signUp(sql);
    ada = await makeAdmin(sql);
    bob = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    await sql`update public.back_office_settings set four_eyes_amount = null`;
    order = (await insertOrder(sql, orderFields(customer))).id;
  });

  const as = <T>(person: string, run: (tx: Transaction) => Promise<T>) => work.as(person, run);
  const decide = (person: string, status?: string, id = order) => work.decide(person, id, status);
  const approveFirst = (person: string, id = order) => work.approveFirst(person, id);
  const correct = (person: string, status: string, reason?: string, id = order) =>
    work.correct(person, id, status, reason);
  const kinds = async () => (await work.timeline(ada, order)).map(({ kind }) => String(kind));
  const recordOf = (id = order) => work.recordOf(id);

  describe('above the four-eyes amount', () => {
    beforeEach(async () => {
      await sql`update public.back_office_settings set four_eyes_amount = 14.99`;
    });
    const FOUR_EYES = { code: '23514', hint: 'review.four_eyes' };

    it('an approval needs a first one by another administrator', async () => {
      expect(await ruleOf(decide(ada))).toEqual(FOUR_EYES);
      await approveFirst(ada);
      await approveFirst(ada);
      expect(await ruleOf(decide(ada))).toEqual(FOUR_EYES);
      expect(await ruleOf(approveFirst(bob))).toEqual({
        code: 'PT409',
        hint: 'review.already_first_approved',
      });
      expect(await decide(bob)).toHaveLength(1);
      expect(await recordOf()).toMatchObject({
        status: 'manual_payment_approved',
        first_approved_by: ada,
        decided_by: bob,
      });
      expect(await kinds()).toEqual(['submitted', 'first_approved', 'decided']);
    });

    it('a rejection and an amount up to the limit need one administrator', async () => {
      expect(await decide(ada, 'manual_payment_rejected')).toHaveLength(1);
      await sql`update public.back_office_settings set four_eyes_amount = 15`;
      const small = (await insertOrder(sql, orderFields(customer))).id;
      expect((await ruleOf(approveFirst(ada, small))).hint).toBe(
        'review.first_approval_not_needed',
      );
      expect(await decide(ada, 'manual_payment_approved', small)).toHaveLength(1);
    });

    it('neither administrator is the customer', async () => {
      const own = (await insertOrder(sql, orderFields(ada))).id;
      expect((await ruleOf(approveFirst(ada, own))).hint).toBe('review.own_record');
      await approveFirst(bob, own);
      expect((await ruleOf(decide(ada, 'manual_payment_approved', own))).hint).toBe(
        'review.own_record',
      );
    });

    it('two first approvals at once leave one of them', async () => {
      const { second } = await as(ada, async (tx) => {
        await tx`select public.approve_first(${order})`;
        const attempt = ruleOf(approveFirst(bob));
        await untilBlocked(sql);
        return { second: attempt };
      });
      expect((await second).hint).toBe('review.already_first_approved');
      expect(await recordOf()).toMatchObject({ first_approved_by: ada });
    });

    it('a second approval waits for the first one that is in progress', async () => {
      const { second } = await as(ada, async (tx) => {
        await tx`select public.approve_first(${order})`;
        const attempt = decide(bob);
        await untilBlocked(sql);
        return { second: attempt };
      });
      expect(await second).toHaveLength(1);
    });

    it('the approval of a user who is no longer an administrator does not count', async () => {
      const gone = await makeAdmin(sql);
      await approveFirst(gone);
      await sql`update public.profiles set account_type = 'personal' where id = ${gone}`;
      expect(await ruleOf(decide(bob))).toEqual(FOUR_EYES);
      expect((await ruleOf(approveFirst(gone))).code).toBe('42501');
      await approveFirst(ada);
      expect(await decide(bob)).toHaveLength(1);
    });

    it('a correction to approved needs a first approval, which the decider can give', async () => {
      await decide(ada, 'manual_payment_rejected');
      expect(await ruleOf(correct(bob, 'manual_payment_approved'))).toEqual(FOUR_EYES);
      await approveFirst(ada);
      await correct(bob, 'manual_payment_approved');
      expect(await recordOf()).toMatchObject({ status: 'manual_payment_approved' });
    });
  });

  describe('a correction', () => {
    it.each(['card order', 'recharge'])(
      'of a %s reaches the customer, the history and the audit log',
      async (kind) => {
        const table = kind === 'recharge' ? 'recharges' : 'orders';
        const id =
          kind === 'recharge' ? (await insertRecharge(sql, rechargeFields(customer))).id : order;
        await as(
          ada,
          (tx) =>
            tx`update public.${tx(table)} set status = 'manual_payment_approved' where id = ${id}`,
        );
        await correct(bob, 'manual_payment_rejected', 'The payment was returned.', id);

        expect(
          await as(
            customer,
            (tx) =>
              tx`select status, admin_notes, reviewed_by from public.${tx(table)} where id = ${id}`,
          ),
        ).toEqual([
          {
            status: 'manual_payment_rejected',
            admin_notes: 'The payment was returned.',
            reviewed_by: bob,
          },
        ]);
        expect(
          await sql`select status from public.transactions where related_order_id = ${id}`,
        ).toEqual([{ status: 'manual_payment_rejected' }]);
        expect(
          await sql`
            select actor_id, before ->> 'status' as before from private.audit_log
            where record_id = ${id} and table_name = ${table} order by id`,
        ).toEqual([
          { actor_id: ada, before: 'pending_manual_verification' },
          { actor_id: bob, before: 'manual_payment_approved' },
        ]);
        const record = await recordOf(id);
        expect(record).toMatchObject({ status: 'manual_payment_rejected', decided_by: bob });
        expect(record.corrected_at).not.toBeNull();
      },
    );

    it('is possible once', async () => {
      await decide(ada);
      await correct(bob, 'manual_payment_rejected');
      expect(await ruleOf(correct(ada, 'manual_payment_approved'))).toEqual({
        code: 'PT409',
        hint: 'review.already_corrected',
      });
    });

    it.each([
      ['the administrator who decided', 'review.correction_by_decider'],
      ['the customer of the record', 'review.own_record'],
    ])('by %s is refused', async (_, hint) => {
      const own = (await insertOrder(sql, orderFields(bob))).id;
      await decide(ada, 'manual_payment_approved', own);
      const corrector = hint === 'review.own_record' ? bob : ada;
      expect((await ruleOf(correct(corrector, 'manual_payment_rejected', 'x', own))).hint).toBe(
        hint,
      );
    });

    it('needs a decided record, the other decision and a reason', async () => {
      expect((await ruleOf(correct(bob, 'manual_payment_rejected'))).hint).toBe(
        'review.not_correctable',
      );
      await decide(ada);
      for (const status of [
        'manual_payment_approved',
        'completed',
        'pending_manual_verification',
      ]) {
        expect((await ruleOf(correct(bob, status))).hint, status).toBe('review.correction_status');
      }
      expect((await ruleOf(correct(bob, 'manual_payment_rejected', ' \n'))).hint).toBe(
        'review.correction_reason',
      );
    });

    it('is possible for 30 days', async () => {
      await decide(ada);
      await sql`
        update public.records set decided_at = now() - interval '30 days 1 minute' where id = ${order}`;
      expect((await ruleOf(correct(bob, 'manual_payment_rejected'))).hint).toBe(
        'review.correction_late',
      );
      await sql`
        update public.records set decided_at = now() - interval '29 days 23 hours' where id = ${order}`;
      await correct(bob, 'manual_payment_rejected');
    });

    it('is refused for the record of a deleted account', async () => {
      const person = await signUp(sql);
      const { id } = await insertOrder(sql, orderFields(person));
      await decide(ada, 'manual_payment_rejected', id);
      await sql`update auth.users set deleted_at = now() where id = ${person}`;
      expect((await ruleOf(correct(bob, 'manual_payment_approved', 'x', id))).hint).toBe(
        'review.account_deleted',
      );
    });

    it('at once by two administrators is carried out once', async () => {
      const carol = await makeAdmin(sql);
      await decide(ada);
      const { second } = await as(bob, async (tx) => {
        await tx`select public.correct_decision(${order}, 'manual_payment_rejected', 'Returned')`;
        const attempt = ruleOf(correct(carol, 'manual_payment_rejected'));
        await untilBlocked(sql);
        return { second: attempt };
      });
      expect((await second).hint).toBe('review.correction_status');
      expect((await kinds()).filter((kind) => kind === 'corrected')).toHaveLength(1);
    });

    it('can be refused by a trigger on records', async () => {
      await decide(ada);
      await sql.begin(async (tx) => {
        await tx.unsafe(`
          create function private.refuse_delivered() returns trigger language plpgsql as $$
          begin raise exception using errcode = 'check_violation', hint = 'delivery.done'; end $$`);
        await tx`
          create trigger refuse_delivered before update of corrected_at on public.records for each row
          when (old.corrected_at is distinct from new.corrected_at)
          execute function private.refuse_delivered()`;
      });
      expect((await ruleOf(correct(bob, 'manual_payment_rejected'))).hint).toBe('delivery.done');
      expect(await recordOf()).toMatchObject({ status: 'manual_payment_approved' });
      await sql`drop function private.refuse_delivered() cascade`;
    });

    it('cannot be imitated with the setting of the database', async () => {
      await decide(ada);
      const rewriting = as(bob, async (tx) => {
        await tx`select set_config('private.correcting_record', ${order}, true)`;
        return tx`
          update public.orders set status = 'manual_payment_rejected' where id = ${order}`;
      });
      expect((await ruleOf(rewriting)).code).toBe('PT409');
    });
  });
});
