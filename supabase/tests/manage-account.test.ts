import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { callFunction, orderOf, signUpCustomer, type Customer } from './payment-support.ts';
import { addFactor } from './support.ts';

describe('manage-account', () => {
  let server: TestServer;
  let administrator: Customer;
  let second: Customer;

  beforeAll(async () => {
    server = await startTestServer();
    administrator = await signUpCustomer(server);
    second = await signUpCustomer(server);
    await server.sql`
      update public.profiles set account_type = 'admin'
      where id in (${administrator.id}, ${second.id})`;
  });
  afterAll(() => server.stop());

  const manage = (body: object, who = administrator) =>
    callFunction(server, who, 'manage-account', body) as Promise<{
      status: number;
      body: { hint?: string; result?: { request_id?: string; ended_sessions?: number } };
    }>;

  /** The code of the error; undefined after a successful log-in. */
  async function logIn({ id, client }: Customer): Promise<string | undefined> {
    const [account] = await server.sql<{ email: string }[]>`
      select email from auth.users where id = ${id}`;
    const { error } = await client.auth.signInWithPassword({
      email: account?.email ?? '',
      password: 'a-long-enough-password',
    });
    return error?.code;
  }

  const actionsOf = async (userId: string) => {
    const rows = await server.sql<{ action: string }[]>`
      select after ->> 'account_action' as action from private.audit_log
      where record_id = ${userId} and after ? 'account_action' and actor_id = ${administrator.id}
      order by id`;
    return rows.map(({ action }) => action);
  };

  test('locks an account, which ends its sessions, and unlocks it', async () => {
    const customer = await signUpCustomer(server);
    const locked = await manage({ action: 'lock', user_id: customer.id, reason: 'Stolen card' });
    expect(locked).toMatchObject({ status: 200, body: { result: { ended_sessions: 1 } } });
    expect(await logIn(customer)).toBe('user_banned');
    const { error } = await customer.client.auth.refreshSession();
    expect(error).not.toBeNull();
    expect(await manage({ action: 'unlock', user_id: customer.id })).toMatchObject({ status: 200 });
    expect(await logIn(customer)).toBeUndefined();
    expect(await actionsOf(customer.id)).toEqual(['lock', 'sign_out', 'unlock']);
  });

  test('signs a customer out everywhere', async () => {
    const customer = await signUpCustomer(server);
    await logIn(customer);
    expect(await manage({ action: 'sign_out', user_id: customer.id })).toMatchObject({
      status: 200,
      body: { result: { ended_sessions: 2 } },
    });
    expect((await customer.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('sends a recovery, and a confirmation where it is missing', async () => {
    const [forgetful, unconfirmed] = [await signUpCustomer(server), await signUpCustomer(server)];
    const ask = (action: string, { id }: Customer) => manage({ action, user_id: id });
    const sentTo = async ({ id }: Customer) => {
      const rows = await server.sql<{ slot: string }[]>`
        select slot from backend_auth.one_time_tokens where user_id = ${id}`;
      return rows.map(({ slot }) => slot);
    };
    expect(await ask('send_recovery', forgetful)).toMatchObject({ status: 200 });
    await expect.poll(() => sentTo(forgetful)).toEqual(['recovery']);
    expect(await ask('resend_confirmation', unconfirmed)).toMatchObject({
      status: 409,
      body: { hint: 'account_action.already_confirmed' },
    });
    await server.sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    expect(await ask('resend_confirmation', unconfirmed)).toMatchObject({ status: 200 });
    await expect.poll(() => sentTo(unconfirmed)).toEqual(['confirmation']);
  });

  test('carries out a deletion request, and no other deletion', async () => {
    const customer = await signUpCustomer(server);
    const order = await orderOf(customer);
    const remove = () => manage({ action: 'delete', user_id: customer.id });
    expect(await remove()).toMatchObject({ body: { hint: 'account_action.no_deletion_request' } });
    await customer.client
      .from('account_deletion_requests')
      .insert({ user_id: customer.id })
      .throwOnError();
    expect(await remove()).toMatchObject({ status: 200 });
    const [kept] = await server.sql`
      select orders.transaction_reference, users.email
      from public.orders join public.users on users.id = orders.user_id
      where orders.id = ${order}`;
    expect(kept).toEqual({ transaction_reference: 'erased', email: null });
    expect(await remove()).toMatchObject({ status: 404 });
  });

  test('makes an administrator when a second one confirms', async () => {
    const customer = await signUpCustomer(server);
    const asked = await manage({ action: 'make_administrator', user_id: customer.id });
    const decision = { action: 'confirm_request', request_id: asked.body.result?.request_id };
    expect(await manage(decision)).toMatchObject({ body: { hint: 'account_action.four_eyes' } });
    expect(await manage(decision, second)).toMatchObject({ status: 200 });
    const [profile] = await server.sql`
      select account_type from public.profiles where id = ${customer.id}`;
    expect(profile).toEqual({ account_type: 'admin' });
    const unmake = await manage({ action: 'unmake_administrator', user_id: customer.id });
    expect(
      await manage({ action: 'withdraw_request', request_id: unmake.body.result?.request_id }),
    ).toMatchObject({ status: 200 });
  });

  test('does nothing for customers, without the second factor, for oneself and for unknown actions', async () => {
    const customer = await signUpCustomer(server);
    const lock = { action: 'lock', user_id: customer.id, reason: 'Test' };
    expect(await manage(lock, await signUpCustomer(server))).toMatchObject({ status: 403 });
    const careful = await signUpCustomer(server);
    await server.sql`update public.profiles set account_type = 'admin' where id = ${careful.id}`;
    await addFactor(server.sql, careful.id);
    expect(await manage(lock, careful)).toMatchObject({ status: 403 });
    await server.sql`update public.profiles set account_type = 'personal' where id = ${careful.id}`;
    expect(await manage({ ...lock, user_id: administrator.id })).toMatchObject({
      status: 400,
      body: { hint: 'account_action.own_account' },
    });
    expect(await manage({ action: 'toString', user_id: customer.id })).toMatchObject({
      status: 400,
      body: { hint: 'account_action.unknown' },
    });
    expect(await manage({ action: 'lock', user_id: 'x', reason: 'Test' })).toMatchObject({
      status: 404,
    });
    expect(await logIn(customer)).toBeUndefined();
  });
});
