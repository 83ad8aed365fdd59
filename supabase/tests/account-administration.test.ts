import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  addFactor,
  insertOrder,
  insertRecharge,
  makeAdmin,
  openSession,
  orderFields,
  rechargeFields,
  signedIn,
  signUp,
  untilBlocked,
  type Sql,
} from './support.ts';

describe('the administration of accounts', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;
  let secondAdmin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
    secondAdmin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  async function hintOf(attempt: Promise<unknown>): Promise<string> {
    return attempt.then(
      () => 'carried out',
      (error: unknown) => (error as { hint?: string }).hint ?? 'no hint',
    );
  }

  const authorize = (userId: string, action: string, reason: string | null = null, by = admin) =>
    actAs(
      sql,
      signedIn(by),
      (tx) => tx`select public.authorize_account_action(${userId}, ${action}, ${reason}) as result`,
    );
  const request = async (userId: string, action: string, by = admin): Promise<string> => {
    const [row] = await actAs(
      sql,
      signedIn(by),
      (tx) => tx<{ id: string }[]>`
        select public.request_administrator_change(${userId}, ${action}, 'On the rota') as id`,
    );
    return row?.id ?? '';
  };
  const decide = (id: string, isConfirmed: boolean, by = secondAdmin) =>
    actAs(
      sql,
      signedIn(by),
      (tx) => tx`select public.decide_administrator_request(${id}, ${isConfirmed})`,
    );

  async function confirmedCustomer(): Promise<string> {
    const id = await signUp(sql);
    await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
    return id;
  }

  async function typeOf(userId: string): Promise<unknown> {
    const [row] = await sql`select account_type from public.profiles where id = ${userId}`;
    return row?.account_type;
  }

  const actionsOf = async (userId: string) => {
    const rows = await sql<{ actor_id: string; action: string }[]>`
      select actor_id, after ->> 'account_action' as action from private.audit_log
      where record_id = ${userId} and after ? 'account_action' order by id`;
    return rows.map(({ actor_id, action }) => [actor_id, action]);
  };

  it('authorizes an action of another account, and logs it with its administrator', async () => {
    const customer = await signUp(sql, { email: 'locked@example.com' });
    const [row] = await authorize(customer, 'lock', 'Stolen card');
    expect(row).toEqual({ result: { email: 'locked@example.com' } });
    const [entry] = await sql`
      select actor_id, table_name, after from private.audit_log where record_id = ${customer}`;
    expect(entry).toEqual({
      actor_id: admin,
      table_name: 'auth.users',
      after: { account_action: 'lock', reason: 'Stolen card' },
    });
  });

  it('refuses actions that do not fit the account', async () => {
    const customer = await confirmedCustomer();
    for (const [action, hint] of [
      ['lock', 'account_action.reason_required'],
      ['unlock', 'account_action.not_locked'],
      ['resend_confirmation', 'account_action.already_confirmed'],
      ['delete', 'account_action.no_deletion_request'],
      ['promote', 'account_action.unknown'],
    ] as const) {
      expect(await hintOf(authorize(customer, action))).toBe(hint);
    }
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${customer}`;
    expect(await hintOf(authorize(customer, 'lock', 'Again'))).toBe(
      'account_action.already_locked',
    );
    await sql`update auth.users set email = null where id = ${customer}`;
    expect(await hintOf(authorize(customer, 'send_recovery'))).toBe('account_action.no_email');
    expect(await actionsOf(customer)).toEqual([]);
  });

  it('refuses actions of customers, of oneself, of administrators and of accounts that do not exist', async () => {
    const customer = await confirmedCustomer();
    expect(await hintOf(authorize(admin, 'lock', 'Test', customer))).toBe(
      'account_action.administrator_required',
    );
    expect(await hintOf(authorize(admin, 'send_recovery'))).toBe('account_action.own_account');
    expect(await hintOf(authorize(secondAdmin, 'lock', 'Test'))).toBe(
      'account_action.is_administrator',
    );
    expect(await hintOf(authorize(crypto.randomUUID(), 'unlock'))).toBe('account_action.not_found');
    await sql`update auth.users set deleted_at = now() where id = ${customer}`;
    expect(await hintOf(authorize(customer, 'send_recovery'))).toBe('account_action.not_found');
  });

  it('ends all sessions of another user, and none of others', async () => {
    const customer = await signUp(sql);
    const other = await signUp(sql);
    await openSession(sql, customer);
    await openSession(sql, customer);
    await openSession(sql, other);
    const end = (userId: string, by = admin) =>
      actAs(sql, signedIn(by), (tx) => tx`select public.end_sessions_of(${userId}) as ended`);
    expect(await hintOf(end(customer, other))).toBe('account_action.administrator_required');
    expect(await end(customer)).toEqual([{ ended: 2 }]);
    const left = await sql`
      select user_id from auth.sessions where user_id in (${customer}, ${other})`;
    expect(left).toEqual([{ user_id: other }]);
    expect(await actionsOf(customer)).toEqual([[admin, 'sign_out']]);
  });

  it('makes and unmakes an administrator with two administrators', async () => {
    const customer = await confirmedCustomer();
    const making = await request(customer, 'make');
    expect(await typeOf(customer)).toBe('personal');
    expect(await hintOf(decide(making, true, admin))).toBe('account_action.four_eyes');
    expect(await hintOf(decide(making, true, customer))).toBe(
      'account_action.administrator_required',
    );
    await decide(making, true);
    expect(await typeOf(customer)).toBe('admin');

    const unmaking = await request(customer, 'unmake');
    expect(await hintOf(decide(unmaking, true, customer))).toBe('account_action.own_account');
    await decide(unmaking, true);
    expect(await typeOf(customer)).toBe('personal');
    expect(await actionsOf(customer)).toEqual([
      [admin, 'request_make'],
      [secondAdmin, 'confirm_make'],
      [admin, 'request_unmake'],
      [secondAdmin, 'confirm_unmake'],
    ]);
  });

  it('gives a company its business account back', async () => {
    const customer = await confirmedCustomer();
    await sql`update public.profiles set company_name = 'Analytical Engines' where id = ${customer}`;
    await decide(await request(customer, 'make'), true);
    await decide(await request(customer, 'unmake'), true);
    expect(await typeOf(customer)).toBe('business');
  });

  it('refuses requests about oneself, without a change, twice, and for accounts that cannot be trusted', async () => {
    const [customer, unconfirmed] = [await confirmedCustomer(), await signUp(sql)];
    expect(await hintOf(request(admin, 'unmake'))).toBe('account_action.own_account');
    expect(await hintOf(request(customer, 'unmake'))).toBe('account_action.nothing_to_change');
    expect(await hintOf(request(secondAdmin, 'make'))).toBe('account_action.nothing_to_change');
    expect(await hintOf(request(customer, 'lock'))).toBe('account_action.unknown');
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed}`;
    expect(await hintOf(request(unconfirmed, 'make'))).toBe('account_action.not_eligible');
    await request(customer, 'make');
    expect(await hintOf(request(customer, 'make', secondAdmin))).toBe(
      'account_action.already_requested',
    );
  });

  it('decides a request once, and lets the requester withdraw it', async () => {
    const customer = await confirmedCustomer();
    const id = await request(customer, 'make');
    await decide(id, false, admin);
    expect(await hintOf(decide(id, true))).toBe('account_action.request_closed');
    expect(await typeOf(customer)).toBe('personal');
    expect(await hintOf(decide(crypto.randomUUID(), true))).toBe(
      'account_action.request_not_found',
    );
  });

  it('lets no administrator withdraw a request about the own account', async () => {
    const third = await makeAdmin(sql);
    const id = await request(third, 'unmake');
    expect(await hintOf(decide(id, false, third))).toBe('account_action.own_account');
    await decide(id, true);
    expect(await typeOf(third)).toBe('personal');
  });

  it('closes a request after seven days, and takes a new one', async () => {
    const customer = await confirmedCustomer();
    const id = await request(customer, 'make');
    await sql`
      update public.administrator_requests set expires_at = now() - interval '1 second'
      where id = ${id}`;
    expect(await hintOf(decide(id, true))).toBe('account_action.request_closed');
    expect(await request(customer, 'make')).not.toBe(id);
  });

  it('does not confirm with rights that a concurrent confirmation has removed', async () => {
    const [third, customer] = [await makeAdmin(sql), await confirmedCustomer()];
    const [removing, making] = [await request(third, 'unmake'), await request(customer, 'make')];
    let late: Promise<string> | undefined;
    await actAs(sql, signedIn(secondAdmin), async (tx) => {
      await tx`select public.decide_administrator_request(${removing}, true)`;
      late = hintOf(decide(making, true, third));
      await untilBlocked(sql);
    });
    expect(await late).toBe('account_action.administrator_required');
    expect(await typeOf(customer)).toBe('personal');
  });

  it('keeps one of two administrators who are unmade at the same time', async () => {
    const rolledBack = sql.begin(async (tx) => {
      await tx`
        update public.profiles set account_type = 'personal'
        where account_type = 'admin' and id not in (${admin}, ${secondAdmin})`;
      const requests = await tx<{ id: string }[]>`
        insert into public.administrator_requests (user_id, action, requested_by)
        values (${admin}, 'unmake', gen_random_uuid()), (${secondAdmin}, 'unmake', gen_random_uuid())
        returning id`;
      for (const [index, by] of [secondAdmin, admin].entries()) {
        await tx`
          select set_config('request.jwt.claims',
            ${JSON.stringify({ sub: by, role: 'authenticated' })}, true)`;
        await tx`select public.decide_administrator_request(${requests[index]?.id ?? ''}, true)`;
      }
    });
    expect(await hintOf(rolledBack)).toBe('account_action.administrator_required');
  });

  it('shows one customer with totals per month, sessions, audit entries and requests', async () => {
    const customer = await confirmedCustomer();
    await openSession(sql, customer, { userAgent: 'Firefox' });
    const order = await insertOrder(sql, orderFields(customer));
    await insertOrder(sql, orderFields(customer));
    await insertRecharge(sql, rechargeFields(customer));
    await actAs(
      sql,
      signedIn(admin),
      (tx) =>
        tx`update public.orders set status = 'manual_payment_approved' where id = ${order.id}`,
    );
    await request(customer, 'make');
    const read = (by: string) =>
      actAs(
        sql,
        signedIn(by),
        (tx) => tx<{ overview: Record<string, unknown> }[]>`
          select public.customer_overview(${customer}) as overview`,
      );
    expect(await hintOf(read(customer))).toBe('account_action.administrator_required');
    const [row] = await read(admin);
    const month = new Date().toISOString().slice(0, 7);
    expect(row?.overview).toMatchObject({
      profile: { id: customer, account_type: 'personal' },
      account: { is_locked: false, has_second_factor: false, deleted_at: null },
      deletion_requested_at: null,
      administrator_request: { action: 'make', requested_by: admin },
      totals: [
        { month, kind: 'card_order', status: 'manual_payment_approved', count: 1, amount: '15' },
        {
          month,
          kind: 'card_order',
          status: 'pending_manual_verification',
          count: 1,
          amount: '15',
        },
        { month, kind: 'mobile_recharge', count: 1, amount: '10' },
      ],
      sessions: [{ user_agent: 'Firefox' }],
      audit: [
        { table_name: 'auth.users', after: { account_action: 'request_make' } },
        { table_name: 'orders', record_id: order.id, after: { status: 'manual_payment_approved' } },
      ],
    });
    expect(JSON.stringify(row?.overview)).not.toMatch(/password|203\.0\.113/);
  });

  it('lists the kinds of verified second factors, each once', async () => {
    const customer = await confirmedCustomer();
    await addFactor(sql, customer);
    await addFactor(sql, customer);
    const [row] = await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`
        select public.customer_overview(${customer}) #> '{account,second_factors}' as kinds`,
    );
    expect(row).toEqual({ kinds: ['totp'] });
  });

  it('exports all data of another user, and logs who did so', async () => {
    const customer = await signUp(sql, { email: 'exported@example.com' });
    const exportOf = (userId: string, by = admin) =>
      actAs(
        sql,
        signedIn(by),
        (tx) => tx<{ data: object }[]>`select public.export_account_data(${userId}) as data`,
      );
    expect(await hintOf(exportOf(customer, customer))).toBe(
      'account_action.administrator_required',
    );
    expect(await hintOf(exportOf(crypto.randomUUID()))).toBe('account_action.not_found');
    const [row] = await exportOf(customer);
    expect(row?.data).toMatchObject({ account: { id: customer, email: 'exported@example.com' } });
    expect(await actionsOf(customer)).toEqual([[admin, 'export']]);
  });

  it('keeps notes about a user until the account is deleted', async () => {
    const [customer, other] = [await signUp(sql), await signUp(sql)];
    const write = (userId: string, body: string) =>
      actAs(
        sql,
        signedIn(admin),
        (tx) => tx`insert into public.account_notes (user_id, body) values (${userId}, ${body})`,
      );
    await write(customer, '  Prefers calls.\u202e ');
    await write(other, 'Another customer');
    expect(await hintOf(write(customer, ' \n '))).toBe('record_note.body');
    expect(await hintOf(write(customer, '4111 1111 1111 1111'))).toBe('text.card_secret');
    const notes = () => sql`
      select author_id, body from public.account_notes where user_id in (${customer}, ${other})
      order by created_at`;
    expect(await notes()).toEqual([
      { author_id: admin, body: 'Prefers calls.' },
      { author_id: admin, body: 'Another customer' },
    ]);
    await sql`update auth.users set deleted_at = now() where id = ${customer}`;
    expect(await notes()).toEqual([{ author_id: admin, body: 'Another customer' }]);
  });
});
