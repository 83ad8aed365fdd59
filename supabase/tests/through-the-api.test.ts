import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@beaconpay/database';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { orderFields } from './support.ts';

type Client = SupabaseClient<Database>;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly client: Client;
}

const PASSWORD = 'a-long-enough-password';

describe('the access rules through the API', () => {
  let server: TestServer;
  let customer: Person;
  let stranger: Person;
  let admin: Person;
  let secondAdmin: Person;

  async function signUp(metadata: Record<string, string> = {}): Promise<Person> {
    const client = createClient<Database>(server.url, server.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const email = `${randomUUID()}@example.com`;
    const { data, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: metadata },
    });
    if (error || data.user === null) throw error ?? new Error('no user');
    return { id: data.user.id, email, client };
  }

  async function signUpAdmin(): Promise<Person> {
    const person = await signUp();
    await server.sql`update public.profiles set account_type = 'admin' where id = ${person.id}`;
    return person;
  }

  function insertOrder(person: Person, key: string = randomUUID(), changes = {}) {
    const { card_details, transaction_reference, amount, ...order } = orderFields(person.id);
    return person.client
      .from('orders')
      .insert({
        ...order,
        amount: Number(amount),
        card_details: card_details as { tier: string },
        transaction_reference: transaction_reference ?? '',
        ...changes,
      })
      .select('id')
      .setHeader('Idempotency-Key', key)
      .single();
  }

  async function orderOf(person: Person): Promise<string> {
    const { data, error } = await insertOrder(person);
    if (error) throw error;
    return data.id;
  }

  function review(reviewer: Person, id: string, status: string) {
    return reviewer.client.from('orders').update({ status }).eq('id', id).select('id, status');
  }

  beforeAll(async () => {
    server = await startTestServer();
    customer = await signUp({ full_name: 'Ada Lovelace', account_type: 'admin' });
    stranger = await signUp({ account_type: 'business' });
    admin = await signUpAdmin();
    secondAdmin = await signUpAdmin();
  });
  afterAll(() => server.stop());

  /** @covers security.sessions.1 */
  it('a sign-up cannot create an administrator, neither by metadata nor afterwards', async () => {
    const update = await customer.client
      .from('profiles')
      .update({ account_type: 'admin' })
      .eq('id', customer.id);
    const { data } = await customer.client
      .from('profiles')
      .select('*')
      .eq('id', customer.id)
      .single();

    expect(update.status).toBe(403);
    expect(data).toMatchObject({ full_name: 'Ada Lovelace', account_type: 'personal' });
  });

  /** @covers security.records.1 */
  it('an order at another price is refused with a message for the customer', async () => {
    const { status, error } = await insertOrder(customer, randomUUID(), { amount: 5 });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: '23514',
      message: 'The price of a Premium card is 15 USD.',
    });
  });

  it('the error of a rule has the key of the rule as its hint and the values as JSON', async () => {
    const { error } = await insertOrder(customer, randomUUID(), { amount: 5 });
    expect(error?.hint).toBe('order.price');
    expect(JSON.parse(error?.details ?? '')).toEqual({
      tier: 'premium',
      price: 15,
      currency: 'USD',
    });

    const id = await orderOf(customer);
    await review(admin, id, 'manual_payment_rejected');
    const second = await review(secondAdmin, id, 'manual_payment_approved');
    expect(second.error).toMatchObject({ code: 'PT409', hint: 'review.already_decided' });
    expect(JSON.parse(second.error?.details ?? '')).toEqual({ status: 'manual_payment_rejected' });
  });

  it('an order that is sent twice with one Idempotency-Key gets 409, and the client finds its order', async () => {
    const key = randomUUID();
    const first = await insertOrder(customer, key);
    const second = await insertOrder(customer, key);
    const found = await customer.client
      .from('orders')
      .select('id')
      .eq('idempotency_key', key)
      .single();

    expect([first.status, second.status]).toEqual([201, 409]);
    expect(second.error?.code).toBe('23505');
    expect(found.data?.id).toBe(first.data?.id);
  });

  it('a customer can neither read nor change another customer’s order', async () => {
    const id = await orderOf(customer);
    const read = await stranger.client.from('orders').select('id').eq('id', id);
    const change = await review(stranger, id, 'manual_payment_approved');

    expect(read.data).toEqual([]);
    expect(change.data).toEqual([]);
  });

  it('an administrator sees pending orders with name and email, and their number', async () => {
    const id = await orderOf(customer);
    const { data, count } = await admin.client
      .from('orders')
      .select('id, profiles(full_name, users(email))', { count: 'exact' })
      .eq('status', 'pending_manual_verification')
      .order('created_at', { ascending: false })
      .limit(1);

    expect(count).toBeGreaterThan(0);
    expect(data).toEqual([
      { id, profiles: { full_name: 'Ada Lovelace', users: { email: customer.email } } },
    ]);
  });

  it('the second of two administrators who review an order gets 409 already reviewed', async () => {
    const id = await orderOf(customer);
    const answers = await Promise.all([
      review(admin, id, 'manual_payment_approved'),
      review(secondAdmin, id, 'manual_payment_rejected'),
    ]);

    const [refused] = answers.filter(({ error }) => error !== null);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(refused?.error).toMatchObject({ code: 'PT409', message: 'already reviewed' });
  });

  it('the history shows the decision of an order whose row the client never sent', async () => {
    const id = await orderOf(customer);
    await review(admin, id, 'manual_payment_rejected');
    const { data } = await customer.client
      .from('transactions')
      .select('type, amount, status')
      .eq('related_order_id', id);

    expect(data).toEqual([{ type: 'card_order', amount: 15, status: 'manual_payment_rejected' }]);
  });

  it('an administrator searches accounts by part of a name or an email address', async () => {
    const { data, count } = await admin.client
      .from('account_directory')
      .select('id, email', { count: 'exact' })
      .or(`full_name.ilike.*${customer.email}*,email.ilike.*${customer.email}*`)
      .order('created_at', { ascending: false })
      .range(0, 9);

    expect(count).toBe(1);
    expect(data).toEqual([{ id: customer.id, email: customer.email }]);
  });

  it('the origin of a record is the address that the server trusts, not a header of the client', async () => {
    const person = await signUp();
    const submitFrom = async (address: string): Promise<string> => {
      const { data, error } = await person.client
        .from('orders')
        .insert({
          user_id: person.id,
          amount: 15,
          card_details: { tier: 'premium' },
          payment_method: 'bank_transfer',
          transaction_reference: `FT ${address}`,
        })
        .select('id')
        .setHeader('X-Forwarded-For', address)
        .setHeader('CF-Connecting-IP', address)
        .single();
      if (error) throw error;
      return data.id;
    };
    const ids = [await submitFrom('198.51.100.1'), await submitFrom('198.51.100.2')];
    const hashes = await server.sql`
      select count(*)::integer as records, count(distinct address_hash)::integer as addresses
      from private.record_origins where record_id = any (${ids}::uuid[])`;
    expect(hashes).toEqual([{ records: 2, addresses: 1 }]);
  });

  it('administrators search records and read the timeline, customers get an error with its key', async () => {
    const id = await orderOf(customer);
    const { data: found } = await admin.client.rpc('search_records', {
      filter: { text: id.slice(0, 8), status: ['pending_manual_verification'] },
    });
    expect(found).toMatchObject([{ id, customer_name: 'Ada Lovelace', next_cursor: null }]);
    await admin.client.rpc('open_record', { record_id: id });
    const { data: events } = await admin.client.rpc('record_timeline', { record_id: id });
    expect(events?.map(({ kind }) => kind)).toEqual(['submitted', 'opened', 'assigned']);

    const { error, status } = await customer.client.rpc('search_records', {});
    expect(status).toBe(403);
    expect(error).toMatchObject({ code: '42501', hint: 'back_office.administrators_only' });
  });
});
