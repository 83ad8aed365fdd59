import { randomUUID } from 'node:crypto';
import type {
  ParameterValue,
  Query,
  TestDatabase,
  Transaction,
} from '../../apps/server/test/support/index.ts';

export type Sql = TestDatabase['sql'];

type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The caller of a request: a database role and the id of a signed-in user. */
export interface Caller {
  readonly role: ApiRole;
  readonly id: string | null;
  /** The authenticator assurance level (AAL) of the token. */
  readonly aal?: 'aal1' | 'aal2';
  /** The session of the token. */
  readonly session?: string;
}

export const ANON: Caller = { role: 'anon', id: null };
export const SERVICE: Caller = { role: 'service_role', id: null };

export function signedIn(id: string, aal: 'aal1' | 'aal2' = 'aal1'): Caller {
  return { role: 'authenticated', id, aal };
}

/** The assignments of an update. */
export function assignmentsOf(
  transaction: Transaction,
  changes: Readonly<Record<string, ParameterValue | undefined>>,
): Query {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => transaction`${transaction(name)} = ${value ?? null}`)
    .reduce((list, assignment) => transaction`${list}, ${assignment}`);
}

class RollBack extends Error {}

/** Sets role, claims and request headers for the transaction, as the data API does. */
async function enter(
  transaction: Transaction,
  caller: Caller,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { role, id, aal, session } = caller;
  const claims = { role, ...(id === null ? {} : { sub: id, aal, session_id: session }) };
  await transaction`
    select set_config('role', ${caller.role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.headers', ${JSON.stringify(headers)}, true)`;
}

/** Runs the statements as the caller in one transaction and commits them. */
export async function actAs<Result>(
  sql: Sql,
  caller: Caller,
  run: (transaction: Transaction) => Promise<Result>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return await sql.begin(async (transaction) => {
    await enter(transaction, caller, headers);
    return run(transaction);
  });
}

/** Like `actAs`, but rolls back. */
export async function tryAs<Result>(
  sql: Sql,
  caller: Caller,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  try {
    await sql.begin(async (transaction) => {
      await enter(transaction, caller, {});
      result = { value: await run(transaction) };
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) {
      throw error;
    }
  }
  if (result === undefined) {
    throw new Error('the transaction ended before its statements did');
  }
  return result.value;
}

/** The SQLSTATE and message of the expected error. Fails without an error. */
export async function errorOf(
  attempt: Promise<unknown>,
): Promise<{ code: string; message: string }> {
  try {
    await attempt;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { code: code ?? '', message };
  }
  throw new Error('expected a error, but the statement was carried out');
}

/** The SQLSTATE and the hint of the expected error, which name a rule of the product. Fails without an error. */
export async function ruleOf(attempt: Promise<unknown>): Promise<{ code: string; hint: string }> {
  try {
    await attempt;
  } catch (error) {
    const { code, hint } = error as { code?: string; hint?: string };
    return { code: code ?? String(error), hint: hint ?? '' };
  }
  throw new Error('expected an error, but the statement succeeded');
}

export interface SignUp {
  readonly email?: string;
  readonly metadata?: unknown;
}

/** Signs a user up as the auth service does. @returns the id of the user */
export async function signUp(sql: Sql, { email, metadata }: SignUp = {}): Promise<string> {
  const id = randomUUID();
  await sql.begin(async (transaction) => {
    await transaction`set local role supabase_auth_admin`;
    await transaction`
      insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email ?? `${id}@example.com`},
        ${metadata === undefined ? null : JSON.stringify(metadata)}::text::jsonb)`;
  });
  return id;
}

/** Adds a second factor to a user, as the auth service stores it. */
export async function addFactor(
  sql: Sql,
  userId: string,
  status: 'verified' | 'unverified' = 'verified',
): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, 'totp', ${status}, now(), now())`;
}

/** Adds a session of a user, as the auth service stores it. @returns the id of the session */
export async function openSession(
  sql: Sql,
  userId: string,
  {
    userAgent = 'Mozilla/5.0',
    createdAt = new Date(),
  }: { userAgent?: string; createdAt?: Date } = {},
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
    values (${id}, ${userId}, ${createdAt}, ${createdAt}, 'aal1', ${userAgent}, '203.0.113.7')`;
  return id;
}

/** Sets whether administrators need two factors, without row level security. */
export async function requireFactors(sql: Sql, isRequired: boolean): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      update public.security_settings set administrators_need_second_factor = ${isRequired}`;
  });
}

/** Resolves once a statement in this database waits for a lock. */
export async function untilBlocked(sql: Sql): Promise<void> {
  for (;;) {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
  }
}

/** Makes an account an administrator, which only the database's owner can do. */
export async function makeAdmin(sql: Sql): Promise<string> {
  const id = await signUp(sql, { metadata: { full_name: 'Grace Admin' } });
  await sql`update public.profiles set account_type = 'admin' where id = ${id}`;
  return id;
}

export interface OrderFields {
  readonly user_id: string;
  readonly status: string;
  readonly amount: number | string;
  readonly currency: string;
  readonly card_details: unknown;
  readonly payment_method: string;
  readonly transaction_reference: string | null;
  readonly payment_code?: string;
}

export function orderFields(userId: string, changes: Partial<OrderFields> = {}): OrderFields {
  return {
    user_id: userId,
    status: 'pending_manual_verification',
    amount: 15,
    currency: 'USD',
    card_details: { tier: 'premium', cardName: 'Travel' },
    payment_method: 'bank_transfer',
    transaction_reference: 'FT-2026-0001',
    ...changes,
  };
}

export async function insertOrder(
  transaction: Transaction | Sql,
  order: OrderFields,
): Promise<{ id: string } & Record<string, unknown>> {
  const [row] = await transaction`
    insert into public.orders
      (user_id, status, amount, currency, card_details, payment_method, transaction_reference, payment_code)
    values (${order.user_id}, ${order.status}, ${order.amount}::text::numeric, ${order.currency},
      ${JSON.stringify(order.card_details)}::text::jsonb, ${order.payment_method},
      ${order.transaction_reference}, ${order.payment_code ?? null})
    returning *`;
  return row as unknown as { id: string };
}

/** Reserves a payment code for a customer, as a form does. */
export async function reserveCode(sql: Sql, customer: string): Promise<string> {
  const [row] = await actAs(
    sql,
    signedIn(customer),
    (transaction) => transaction`select public.reserve_payment_code() as code`,
  );
  return String(row?.code);
}

export interface RechargeFields {
  readonly user_id: string;
  readonly operator: string;
  readonly phone_number: string;
  readonly amount: number | string;
  readonly currency: string;
  readonly status: string;
  readonly recharge_details: unknown;
  readonly payment_method: string;
  readonly transaction_reference: string | null;
  readonly payment_code?: string;
}

export function rechargeFields(
  userId: string,
  changes: Partial<RechargeFields> = {},
): RechargeFields {
  return {
    user_id: userId,
    operator: 'MTN',
    phone_number: '+234 803 555 0100',
    amount: 10,
    currency: 'USD',
    status: 'pending_manual_verification',
    recharge_details: { type: 'talktime' },
    payment_method: 'binance_pay',
    transaction_reference: 'BP-1',
    ...changes,
  };
}

export async function insertRecharge(
  transaction: Transaction | Sql,
  recharge: RechargeFields,
): Promise<{ id: string } & Record<string, unknown>> {
  const [row] = await transaction`
    insert into public.recharges
      (user_id, operator, phone_number, amount, currency, status, recharge_details, payment_method,
       transaction_reference, payment_code)
    values (${recharge.user_id}, ${recharge.operator}, ${recharge.phone_number},
      ${recharge.amount}::text::numeric, ${recharge.currency}, ${recharge.status},
      ${JSON.stringify(recharge.recharge_details)}::text::jsonb, ${recharge.payment_method},
      ${recharge.transaction_reference}, ${recharge.payment_code ?? null})
    returning *`;
  return row as unknown as { id: string };
}

export interface LogFields {
  readonly user_id: string;
  readonly type: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly related_order_id: string | null;
}

export function logFields(
  userId: string,
  recordId: string | null,
  changes: Partial<LogFields> = {},
): LogFields {
  return {
    user_id: userId,
    type: 'card_order',
    description: 'Premium virtual card order',
    amount: 15,
    currency: 'USD',
    status: 'pending_manual_verification',
    related_order_id: recordId,
    ...changes,
  };
}

export async function insertLog(
  transaction: Transaction | Sql,
  log: LogFields,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await transaction`
    insert into public.transactions
      (user_id, type, description, amount, currency, status, related_order_id)
    values (${log.user_id}, ${log.type}, ${log.description}, ${log.amount}, ${log.currency},
      ${log.status}, ${log.related_order_id})
    returning *`;
  return row;
}
