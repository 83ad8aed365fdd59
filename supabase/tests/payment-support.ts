import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@beaconpay/database';
import type { TestServer } from '../../apps/server/test/support/index.ts';
import { orderFields } from './support.ts';

export const SITE = 'http://localhost:4173';

/** The server under test. */
type Site = Pick<TestServer, 'url' | 'publishableKey'>;

export interface Customer {
  readonly id: string;
  readonly client: SupabaseClient<Database>;
  readonly authorization: string;
}

export async function signUpCustomer(server: Site): Promise<Customer> {
  const client = createClient<Database>(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'a-long-enough-password',
  });
  if (error || data.session === null) throw error ?? new Error('no session');
  const { access_token: token, user } = data.session;
  return { id: user.id, client, authorization: `Bearer ${token}` };
}

/** Creates a pending order of a customer, as the app does. */
export async function orderOf(customer: Customer): Promise<string> {
  const { card_details, transaction_reference, amount, ...order } = orderFields(customer.id);
  const { data, error } = await customer.client
    .from('orders')
    .insert({
      ...order,
      amount: Number(amount),
      card_details: card_details as { tier: string },
      transaction_reference: transaction_reference ?? '',
    })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly url?: string; readonly status?: string; readonly message?: string };
}

/** Calls a function as the app does. */
export async function callFunction(
  server: Pick<Site, 'url'>,
  customer: Customer,
  name: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      Authorization: customer.authorization,
      'Content-Type': 'application/json',
      Origin: SITE,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

interface OrderState {
  readonly status: string;
  readonly stripe_session_id: string | null;
  /** The customer's history. */
  readonly logged: string;
}

export async function stateOf(
  server: Pick<TestServer, 'sql'>,
  orderId: string,
): Promise<OrderState> {
  const [state] = await server.sql<OrderState[]>`
    select o.status, o.stripe_session_id, t.status as logged
    from public.orders o join public.transactions t on t.related_order_id = o.id
    where o.id = ${orderId}`;
  if (state === undefined) throw new Error('There is no such order.');
  return state;
}
