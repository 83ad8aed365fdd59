import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  type Transaction,
} from '../../apps/server/test/support/index.ts';
import {
  insertOrder,
  makeAdmin,
  orderFields,
  ruleOf,
  signUp,
  untilBlocked,
  type Sql,
} from './support.ts';
import { createRecordWork } from './record-work-support.ts';

describe('the work on a record', () => {
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
  const open = (person: string, id = order) => work.open(person, id);
  const assign = (person: string, to: string | null, id = order) => work.assign(person, id, to);
  const hold = (person: string, until: string, reason?: string) =>
    work.hold(person, order, until, reason);
  const decide = (person: string, status?: string, id = order) => work.decide(person, id, status);
  const approveFirst = (person: string, id = order) => work.approveFirst(person, id);
  const correct = (person: string, status: string, reason?: string, id = order) =>
    work.correct(person, id, status, reason);
  const note = (person: string, body: string, mentions?: readonly string[]) =>
    work.note(person, order, body, mentions);
  const timeline = () => work.timeline(ada, order);
  const kinds = async () => (await work.timeline(ada, order)).map(({ kind }) => String(kind));
  const recordOf = (id = order) => work.recordOf(id);

  describe('opening', () => {
    it('assigns a pending record to the first administrator, and writes one event for several loads', async () => {
      expect(await open(ada)).toEqual([{ assignee: ada }]);
      expect(await open(ada)).toEqual([{ assignee: ada }]);
      expect(await open(bob)).toEqual([{ assignee: ada }]);
      expect(await recordOf()).toMatchObject({ assigned_to: ada });
      expect(await kinds()).toEqual(['submitted', 'opened', 'assigned', 'opened']);
    });

    it('takes the record over from a user who is no longer an administrator', async () => {
      const gone = await makeAdmin(sql);
      await open(gone);
      await sql`update public.profiles set account_type = 'personal' where id = ${gone}`;
      expect(await open(ada)).toEqual([{ assignee: ada }]);
    });

    it('assigns neither a decided record nor the administrator’s own', async () => {
      await decide(ada);
      expect(await open(bob)).toEqual([{ assignee: null }]);
      const own = (await insertOrder(sql, orderFields(bob))).id;
      expect(await open(bob, own)).toEqual([{ assignee: null }]);
    });

    it('by two administrators at once assigns one of them', async () => {
      const second = as(ada, async (tx) => {
        await tx`select public.open_record(${order})`;
        const opening = open(bob);
        await untilBlocked(sql);
        return { opening };
      });
      expect(await (await second).opening).toEqual([{ assignee: ada }]);
    });
  });

  it('a record is assigned to administrators other than its customer', async () => {
    await assign(ada, bob);
    expect(await recordOf()).toMatchObject({ assigned_to: bob });
    await assign(ada, null);
    expect(await recordOf()).toMatchObject({ assigned_to: null, assigned_at: null });
    expect(await kinds()).toEqual(['submitted', 'assigned', 'assigned']);

    const rule = { code: '23514', hint: 'record.assignee' };
    expect(await ruleOf(assign(ada, customer))).toEqual(rule);
    expect(await ruleOf(assign(ada, randomUUID()))).toEqual(rule);
    const own = (await insertOrder(sql, orderFields(bob))).id;
    expect(await ruleOf(assign(ada, bob, own))).toEqual(rule);
    await decide(ada);
    expect(await ruleOf(assign(ada, bob))).toEqual({
      code: 'PT409',
      hint: 'review.already_decided',
    });
    expect(await ruleOf(assign(ada, bob, randomUUID()))).toEqual({
      code: 'PT404',
      hint: 'record.not_found',
    });
  });

  describe('a hold', () => {
    const isHeld = async () => {
      const rows = await as(
        ada,
        (tx) => tx`
          select id from public.search_records(
            ${JSON.stringify({ user_id: customer, held: true })}::text::jsonb) where id = ${order}`,
      );
      return rows.length === 1;
    };

    it('needs a reason and a date in the future', async () => {
      for (const until of ['-1 second', '0', '13 months']) {
        expect(await ruleOf(hold(ada, until)), until).toEqual({
          code: '23514',
          hint: 'record.hold_date',
        });
      }
      expect((await ruleOf(hold(ada, '1 day', '  '))).hint).toBe('record.hold_reason');
      expect(await isHeld()).toBe(false);
    });

    it('ends by itself at its date, and earlier when an administrator releases the record', async () => {
      await hold(ada, '1 day');
      expect(await isHeld()).toBe(true);
      await sql`update public.records set held_until = now() where id = ${order}`;
      expect(await isHeld()).toBe(false);

      await hold(ada, '2 days');
      await as(bob, (tx) => tx`select public.release_record(${order})`);
      expect(await isHeld()).toBe(false);
      expect(await kinds()).toEqual(['submitted', 'held', 'held', 'released']);
    });

    it('ends with the decision', async () => {
      await hold(ada, '1 day');
      await decide(bob);
      expect(await recordOf()).toMatchObject({ held_until: null, hold_reason: null });
    });
  });

  describe('a note', () => {
    it('is written by administrators, mentions administrators and stays as it is', async () => {
      expect(await note(ada, ' Look at this ', [bob, bob])).toMatchObject([{ author_id: ada }]);
      const [stored] = await sql`select * from public.record_notes where record_id = ${order}`;
      expect(stored).toMatchObject({ body: 'Look at this', mentions: [bob] });
      expect((await timeline()).at(-1)).toMatchObject({
        kind: 'noted',
        actor_id: ada,
        detail: { note_id: stored?.id, mentions: [bob] },
      });

      expect((await ruleOf(note(ada, ' '))).hint).toBe('record_note.body');
      expect((await ruleOf(note(ada, 'Hi', [customer]))).hint).toBe('record_note.mention');
      const change = as(ada, (tx) => tx`update public.record_notes set body = 'x'`);
      expect((await ruleOf(change)).code).toBe('42501');
      expect((await ruleOf(note(customer, 'Hi', [ada]))).code).toBe('42501');
      expect((await ruleOf(note(customer, 'Hi', [randomUUID()]))).code).toBe('42501');
    });

    it('cannot contain a card number', async () => {
      expect((await ruleOf(note(ada, 'He paid with 4242 4242 4242 4242'))).hint).toBe(
        'text.card_secret',
      );
    });
  });

  it('the timeline has every step in order, with the administrators', async () => {
    await open(ada);
    await note(ada, 'Asked the bank');
    await decide(ada, 'manual_payment_rejected');
    await correct(bob, 'manual_payment_approved', 'The money arrived.');

    const events = await timeline();
    expect(events.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['submitted', customer],
      ['opened', ada],
      ['assigned', ada],
      ['noted', ada],
      ['decided', ada],
      ['corrected', bob],
    ]);
    expect(events[4]).toMatchObject({
      actor_name: 'Grace Admin',
      actor_email: `${ada}@example.com`,
      detail: { status: 'manual_payment_rejected', notes: 'manual_payment_rejected' },
    });
    expect(events[5]).toMatchObject({
      detail: {
        from: 'manual_payment_rejected',
        status: 'manual_payment_approved',
        notes: 'The money arrived.',
      },
    });
  });

  it('events are append-only, for the owner of the database too', async () => {
    await open(ada);
    for (const statement of [
      'update public.record_events set actor_id = null',
      'delete from public.record_events',
      'truncate public.record_events',
    ]) {
      expect((await ruleOf(sql.unsafe(statement))).hint).toBe('record_events.append_only');
    }
  });

  it('an administrator who loses the right in the middle can do nothing more', async () => {
    const gone = await makeAdmin(sql);
    await open(gone);
    await sql`update public.profiles set account_type = 'personal' where id = ${gone}`;
    const attempts = [
      () => open(gone),
      () => assign(gone, ada),
      () => hold(gone, '1 day'),
      () => approveFirst(gone),
      () => correct(gone, 'manual_payment_approved'),
      () => note(gone, 'x'),
    ];
    for (const attempt of attempts) expect((await ruleOf(attempt())).code).toBe('42501');
    expect(await decide(gone)).toEqual([]);
    expect(await recordOf()).toMatchObject({ status: 'pending_manual_verification' });
  });

  it('the record of a customer who is deleted meanwhile is decided, and its texts are removed', async () => {
    const person = await signUp(sql);
    order = (await insertOrder(sql, orderFields(person))).id;
    await open(ada);
    await note(ada, 'Called Mr Lovelace');
    await hold(ada, '1 day', 'Lovelace calls back');
    await sql`update auth.users set deleted_at = now() where id = ${person}`;

    expect(await ruleOf(decide(ada))).toEqual({ code: 'PT409', hint: 'review.already_decided' });
    expect(await recordOf()).toMatchObject({ held_until: null, hold_reason: null });
    const left = await sql`
      select to_jsonb(n)::text as text from public.record_notes as n where record_id = ${order}
      union all
      select to_jsonb(e)::text from public.record_events as e where record_id = ${order}`;
    expect(left.length).toBeGreaterThan(4);
    expect(JSON.stringify(left)).not.toContain('Lovelace');
  });

  it('the queue goes from the oldest record to the next one without those of others and on hold', async () => {
    const person = await signUp(sql);
    const ids: string[] = [];
    for (let number = 0; number < 4; number += 1) {
      const { id } = await insertOrder(sql, orderFields(person));
      await sql`
        update public.records set created_at = '2001-01-01'::timestamptz + ${number} * interval '1 hour'
        where id = ${id}`;
      ids.push(id);
    }
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await assign(ada, bob, second);
    await as(
      ada,
      (tx) => tx`select public.hold_record(${third}, now() + interval '1 day', 'Waits')`,
    );
    const neighbours = (administrator: string, id: string) =>
      as(administrator, (tx) => tx`select * from public.record_neighbours(${id})`);

    expect(await neighbours(ada, first)).toEqual([
      { previous_id: null, next_id: second, next_for_me: fourth },
    ]);
    expect(await neighbours(bob, first)).toMatchObject([{ next_for_me: second }]);
    expect(await neighbours(ada, fourth)).toMatchObject([
      { previous_id: second, next_for_me: first },
    ]);
    const [summary] = await as(ada, (tx) => tx`select * from public.queue_summary()`);
    expect(summary?.oldest_created_at).toEqual(new Date('2001-01-01T00:00:00Z'));
    expect(Number(summary?.held)).toBe(1);
    expect(Number(summary?.overdue)).toBe(3);
    const overdue = await sql`select record_id from private.overdue_records()`;
    expect(overdue.map(({ record_id }) => record_id)).toEqual([first, second, fourth]);
  });
});
