import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  addFactor,
  ANON,
  insertLog,
  insertOrder,
  insertRecharge,
  logFields,
  makeAdmin,
  openSession,
  orderFields,
  rechargeFields,
  requireFactors,
  SERVICE,
  signedIn,
  signUp,
  tryAs,
  type Caller,
  type Sql,
} from './support.ts';

/**
 * Every operation on Ada's records, and what comes of it for each caller. `yes`: carried out; `none`:
 * no error, but no row is seen or changed; `no`: permission denied; anything else is the SQLSTATE of
 * the rule that refuses.
 */
type Outcome = 'yes' | 'none' | 'no' | '23505' | '23514' | 'PT409';

/** Anonymous visitor, Ada herself, another (business) customer, an administrator, the service key. */
type Row = readonly [
  operation: string,
  anon: Outcome,
  ada: Outcome,
  other: Outcome,
  admin: Outcome,
  service: Outcome,
];

interface Fixture {
  readonly ada: string;
  readonly order: string;
  readonly unloggedOrder: string;
  readonly decidedOrder: string;
  readonly recharge: string;
  readonly unloggedRecharge: string;
  readonly session: string;
}

type Statement = (sql: Sql, fixture: Fixture) => PromiseLike<readonly unknown[]>;

// prettier-ignore
const RULES: readonly Row[] = [
  // operation                              anon   ada      other    admin    service
  ['read her user row',                     'no',  'yes',   'none',  'yes',   'yes'],
  ['add a user row',                        'no',  'no',    'no',    'no',    'no'],
  ['change her user row',                   'no',  'no',    'no',    'no',    'no'],
  ['delete her user row',                   'no',  'no',    'no',    'no',    'no'],

  ['read her profile',                      'no',  'yes',   'none',  'yes',   'yes'],
  ['find her in the account directory',     'no',  'yes',   'none',  'yes',   'yes'],
  ['add a profile',                         'no',  'no',    'no',    'no',    'no'],
  ['change her name',                       'no',  'yes',   'none',  'none',  'yes'],
  ['send updated_at with her profile',      'no',  'yes',   'none',  'none',  'yes'],
  ['change her account type',               'no',  'no',    'no',    'no',    'no'],
  ['change her profile id',                 'no',  'no',    'no',    'no',    'no'],
  ['change when she joined',                'no',  'no',    'no',    'no',    'no'],
  ['delete her profile',                    'no',  'no',    'no',    'no',    'no'],

  ['read her order',                        'no',  'yes',   'none',  'yes',   'yes'],
  ['order for her',                         'no',  'yes',   'no',    'no',    'no'],
  ['order for her, already approved',       'no',  '23514', '23514', '23514', 'no'],
  ['order with an id',                      'no',  'no',    'no',    'no',    'no'],
  ['order with a payment session',          'no',  'no',    'no',    'no',    'no'],
  ['order with admin notes',                'no',  'no',    'no',    'no',    'no'],
  ['order with a reviewer',                 'no',  'no',    'no',    'no',    'no'],
  ['order with a review time',              'no',  'no',    'no',    'no',    'no'],
  ['order with a creation time',            'no',  'no',    'no',    'no',    'no'],
  ['order with an update time',             'no',  'no',    'no',    'no',    'no'],
  ['order with an idempotency key column',  'no',  'no',    'no',    'no',    'no'],
  ['approve her order',                     'no',  'none',  'none',  'yes',   '23514'],
  ['reject her order with notes',           'no',  'none',  'none',  'yes',   'no'],
  ['approve her decided order',             'no',  'none',  'none',  'PT409', 'PT409'],
  ['complete her order',                    'no',  'none',  'none',  '23514', '23514'],
  ['complete her order with a session',     'no',  'no',    'no',    'no',    'yes'],
  ['put her order back to pending',         'no',  'none',  'none',  'PT409', 'PT409'],
  ['change the amount of her order',        'no',  'no',    'no',    'no',    'no'],
  ['change the reference of her order',     'no',  'no',    'no',    'no',    'no'],
  ['give her order to somebody else',       'no',  'no',    'no',    'no',    'no'],
  ['sign the review of her order',          'no',  'no',    'no',    'no',    'no'],
  ['delete her order',                      'no',  'no',    'no',    'no',    'no'],
  ['truncate orders',                       'no',  'no',    'no',    'no',    'no'],

  ['read her recharge',                     'no',  'yes',   'none',  'yes',   'yes'],
  ['recharge for her',                      'no',  'yes',   'no',    'no',    'no'],
  ['recharge for her, already completed',   'no',  '23514', '23514', '23514', 'no'],
  ['recharge with a payment session',       'no',  'no',    'no',    'no',    'no'],
  ['recharge with admin notes',             'no',  'no',    'no',    'no',    'no'],
  ['recharge with an idempotency key column', 'no', 'no',   'no',    'no',    'no'],
  ['approve her recharge',                  'no',  'none',  'none',  'yes',   '23514'],
  ['complete her recharge with a session',  'no',  'no',    'no',    'no',    'yes'],
  ['change the amount of her recharge',     'no',  'no',    'no',    'no',    'no'],
  ['change the number of her recharge',     'no',  'no',    'no',    'no',    'no'],
  ['delete her recharge',                   'no',  'no',    'no',    'no',    'no'],

  ['read her transaction',                  'no',  'yes',   'none',  'yes',   'yes'],
  ['log her order',                         'no',  'yes',   'no',    'no',    'no'],
  ['log her recharge',                      'no',  'yes',   'no',    'no',    'no'],
  ['log a received payment for her',        'no',  'no',    'no',    'no',    'no'],
  ['log with a creation time',              'no',  'no',    'no',    'no',    'no'],
  ['change the status of her transaction',  'no',  'no',    'no',    'no',    'no'],
  ['delete her transaction',                'no',  'no',    'no',    'no',    'no'],

  ['read how to pay',                       'yes', 'yes',   'yes',   'yes',   'yes'],
  ['enter where to pay',                    'no',  'none',  'none',  'yes',   'no'],
  ['switch a payment method off',           'no',  'none',  'none',  'yes',   'no'],
  ['rename a payment method',               'no',  'no',    'no',    'no',    'no'],
  ['add a payment method',                  'no',  'no',    'no',    'no',    'no'],
  ['delete a payment method',               'no',  'no',    'no',    'no',    'no'],
  ['order with payment details',            'no',  'no',    'no',    'no',    'no'],
  ['change the payment details of her order', 'no', 'no',   'no',    'no',    'no'],

  ['read her deletion request',             'no',  'yes',   'none',  'yes',   'yes'],
  ['ask for the deletion of her account',   'no',  '23505', 'no',    'no',    'no'],
  ['ask for it at another time',            'no',  'no',    'no',    'no',    'no'],
  ['change her deletion request',           'no',  'no',    'no',    'no',    'no'],
  ['take back her deletion request',        'no',  'yes',   'none',  'none',  'no'],
  ['export one’s own data',                 'no',  'yes',   'yes',   'yes',   'no'],
  ['export her data by her id',             'no',  'no',    'no',    'no',    'no'],

  ['list one’s own sessions',               'no',  'yes',   'none',  'none',  'no'],
  ['end one of one’s own sessions',         'no',  'yes',   'yes',   'yes',   'no'],

  ['read how administrators sign in',       'no',  'none',  'none',  'yes',   'yes'],
  ['require two factors of administrators', 'no',  'none',  'none',  'none',  'no'],
  ['rewrite when that was changed',         'no',  'no',    'no',    'no',    'no'],
  ['add a second row of such settings',     'no',  'no',    'no',    'no',    'no'],
  ['delete such settings',                  'no',  'no',    'no',    'no',    'no'],

  ['read sandbox payments',                 'no',  'no',    'no',    'no',    'yes'],
  ['make a sandbox payment for her',        'no',  'no',    'no',    'no',    'yes'],
  ['decide a sandbox payment',              'no',  'no',    'no',    'no',    'yes'],
  ['change what a sandbox payment is for',  'no',  'no',    'no',    'no',    'no'],
  ['delete a sandbox payment',              'no',  'no',    'no',    'no',    'no'],

  ['find who paid by a reference before',   'no',  'none',  'none',  'yes',   'no'],

  ['read the audit log',                    'no',  'no',    'no',    'no',    'no'],
  ['write into the audit log',              'no',  'no',    'no',    'no',    'no'],
  ['change the audit log',                  'no',  'no',    'no',    'no',    'no'],
  ['delete from the audit log',             'no',  'no',    'no',    'no',    'no'],
  ['truncate the audit log',                'no',  'no',    'no',    'no',    'no'],

  ['read sign-in accounts',                 'no',  'no',    'no',    'no',    'no'],
  ['change sign-in metadata',               'no',  'no',    'no',    'no',    'no'],
  ['read sessions',                         'no',  'no',    'no',    'no',    'no'],
  ['read refresh tokens',                   'no',  'no',    'no',    'no',    'no'],
];

/** An administrator with a verified factor at aal1 and aal2, and one whose factor is not verified. */
type ReviewerRow = readonly [operation: string, aal1: Outcome, aal2: Outcome, unverified: Outcome];

// prettier-ignore
const REVIEWER_RULES: readonly ReviewerRow[] = [
  // operation                              aal1    aal2     unverified
  ['read her user row',                     'none', 'yes',   'yes'],
  ['read her profile',                      'none', 'yes',   'yes'],
  ['find her in the account directory',     'none', 'yes',   'yes'],
  ['read her order',                        'none', 'yes',   'yes'],
  ['approve her order',                     'none', 'yes',   'yes'],
  ['approve her decided order',             'none', 'PT409', 'PT409'],
  ['read her recharge',                     'none', 'yes',   'yes'],
  ['approve her recharge',                  'none', 'yes',   'yes'],
  ['read her transaction',                  'none', 'yes',   'yes'],
  ['read her deletion request',             'none', 'yes',   'yes'],
  ['read how to pay',                       'yes',  'yes',   'yes'],
  ['enter where to pay',                    'none', 'yes',   'yes'],
  ['switch a payment method off',           'none', 'yes',   'yes'],
  ['export one’s own data',                 'no',   'yes',   'yes'],
  ['find who paid by a reference before',   'none', 'yes',   'yes'],
  ['read how administrators sign in',       'none', 'yes',   'yes'],
  ['require two factors of administrators', 'none', 'yes',   'none'],
  ['list one’s own sessions',               'no',   'none',  'none'],
  ['end one of one’s own sessions',         'no',   'yes',   'yes'],
];

/**
 * While the settings ask two factors of administrators: one without any at aal1, the same at aal2 (by a
 * passkey), and one with a verified factor at aal2. What is one's own stays one's own.
 */
// prettier-ignore
const REQUIRED_RULES: readonly ReviewerRow[] = [
  // operation                              aal1    passkey  factor
  ['read her user row',                     'none', 'yes',   'yes'],
  ['read her profile',                      'none', 'yes',   'yes'],
  ['find her in the account directory',     'none', 'yes',   'yes'],
  ['read her order',                        'none', 'yes',   'yes'],
  ['approve her order',                     'none', 'yes',   'yes'],
  ['reject her order with notes',           'none', 'yes',   'yes'],
  ['approve her decided order',             'none', 'PT409', 'PT409'],
  ['read her recharge',                     'none', 'yes',   'yes'],
  ['approve her recharge',                  'none', 'yes',   'yes'],
  ['read her transaction',                  'none', 'yes',   'yes'],
  ['read her deletion request',             'none', 'yes',   'yes'],
  ['find who paid by a reference before',   'none', 'yes',   'yes'],
  ['enter where to pay',                    'none', 'yes',   'yes'],
  ['switch a payment method off',           'none', 'yes',   'yes'],
  ['read how administrators sign in',       'yes',  'yes',   'yes'],
  ['require two factors of administrators', 'none', 'yes',   'yes'],
  ['export one’s own data',                 'yes',  'yes',   'yes'],
];

/** Ada with a verified factor, at aal1 and at aal2. */
// prettier-ignore
const OWNER_RULES: readonly (readonly [operation: string, aal1: Outcome, aal2: Outcome])[] = [
  ['read her user row',                     'none', 'yes'],
  ['read her profile',                      'none', 'yes'],
  ['change her name',                       'none', 'yes'],
  ['read her order',                        'none', 'yes'],
  ['order for her',                         'no',   'yes'],
  ['read her recharge',                     'none', 'yes'],
  ['recharge for her',                      'no',   'yes'],
  ['read her transaction',                  'none', 'yes'],
  ['log her order',                         'no',   'yes'],
  ['read her deletion request',             'none', 'yes'],
  ['take back her deletion request',        'none', 'yes'],
  ['export one’s own data',                 'no',   'yes'],
  ['list one’s own sessions',               'no',   'yes'],
  ['end one of one’s own sessions',         'no',   'yes'],
  ['read how to pay',                       'yes',  'yes'],
  ['ask for the deletion of her account',   'no',   '23505'],
];

function insertOrderWith(column: string, value: string): Statement {
  return (sql, { ada }) => sql`
    insert into public.orders
      (user_id, amount, card_details, payment_method, transaction_reference, ${sql(column)})
    values (${ada}, 15, '{"tier":"premium"}', 'bank_transfer', 'FT-1', ${value})
    returning id`;
}

function insertRechargeWith(column: string, value: string): Statement {
  return (sql, { ada }) => sql`
    insert into public.recharges (user_id, operator, phone_number, amount, recharge_details,
      payment_method, transaction_reference, ${sql(column)})
    values (${ada}, 'MTN', '+2348035550100', 10, '{"type":"data"}', 'manual_cash', 'R-1', ${value})
    returning id`;
}

function updateOrder(column: string, value: string): Statement {
  return (sql, { order }) => sql`
    update public.orders set ${sql(column)} = ${value} where id = ${order} returning id`;
}

function updateRecharge(column: string, value: string): Statement {
  return (sql, { recharge }) => sql`
    update public.recharges set ${sql(column)} = ${value} where id = ${recharge} returning id`;
}

function updateProfile(column: string, value: string): Statement {
  return (sql, { ada }) => sql`
    update public.profiles set ${sql(column)} = ${value} where id = ${ada} returning id`;
}

const A_UUID = 'b3f1c9e2-0000-4000-8000-000000000001';
const A_TIME = '2020-01-01T00:00:00Z';
const sandboxId = (digit: string) => `cs_sandbox_${digit.repeat(48)}`;

const STATEMENTS: Readonly<Record<string, Statement>> = {
  'read her user row': (sql, { ada }) => sql`select * from public.users where id = ${ada}`,
  'add a user row': (sql) => sql`insert into public.users (id) values (${A_UUID}) returning id`,
  'change her user row': (sql, { ada }) =>
    sql`update public.users set email = 'x@example.com' where id = ${ada} returning id`,
  'delete her user row': (sql, { ada }) => sql`delete from public.users where id = ${ada}`,

  'read her profile': (sql, { ada }) => sql`select * from public.profiles where id = ${ada}`,
  'find her in the account directory': (sql, { ada }) =>
    sql`select * from public.account_directory where id = ${ada} and email is not null`,
  'add a profile': (sql) => sql`insert into public.profiles (id) values (${A_UUID}) returning id`,
  'change her name': updateProfile('full_name', 'Augusta'),
  'send updated_at with her profile': updateProfile('updated_at', A_TIME),
  'change her account type': updateProfile('account_type', 'admin'),
  'change her profile id': updateProfile('id', A_UUID),
  'change when she joined': updateProfile('created_at', A_TIME),
  'delete her profile': (sql, { ada }) => sql`delete from public.profiles where id = ${ada}`,

  'read her order': (sql, { order }) => sql`select * from public.orders where id = ${order}`,
  'order for her': async (sql, { ada }) => [await insertOrder(sql, orderFields(ada))],
  'order for her, already approved': async (sql, { ada }) => [
    await insertOrder(sql, orderFields(ada, { status: 'manual_payment_approved' })),
  ],
  'order with an id': insertOrderWith('id', A_UUID),
  'order with a payment session': insertOrderWith('stripe_session_id', 'cs_1'),
  'order with admin notes': insertOrderWith('admin_notes', 'fine'),
  'order with a reviewer': insertOrderWith('reviewed_by', A_UUID),
  'order with a review time': insertOrderWith('reviewed_at', A_TIME),
  'order with a creation time': insertOrderWith('created_at', A_TIME),
  'order with an update time': insertOrderWith('updated_at', A_TIME),
  'order with an idempotency key column': insertOrderWith('idempotency_key', A_UUID),
  'approve her order': updateOrder('status', 'manual_payment_approved'),
  'reject her order with notes': (sql, { order }) => sql`
    update public.orders
    set status = 'manual_payment_rejected', admin_notes = 'Nothing arrived.', updated_at = now()
    where id = ${order} returning id`,
  'approve her decided order': (sql, { decidedOrder }) => sql`
    update public.orders set status = 'manual_payment_approved'
    where id = ${decidedOrder} returning id`,
  'complete her order': updateOrder('status', 'completed'),
  'complete her order with a session': (sql, { order }) => sql`
    update public.orders set status = 'completed', stripe_session_id = 'cs_1'
    where id = ${order} returning id`,
  'put her order back to pending': (sql, { decidedOrder }) => sql`
    update public.orders set status = 'pending_manual_verification'
    where id = ${decidedOrder} returning id`,
  'change the amount of her order': updateOrder('amount', '1'),
  'change the reference of her order': updateOrder('transaction_reference', 'other'),
  'give her order to somebody else': updateOrder('user_id', A_UUID),
  'sign the review of her order': updateOrder('reviewed_by', A_UUID),
  'delete her order': (sql, { order }) =>
    sql`delete from public.orders where id = ${order} returning id`,
  'truncate orders': (sql) => sql`truncate public.orders`,

  'read her recharge': (sql, { recharge }) =>
    sql`select * from public.recharges where id = ${recharge}`,
  'recharge for her': async (sql, { ada }) => [await insertRecharge(sql, rechargeFields(ada))],
  'recharge for her, already completed': async (sql, { ada }) => [
    await insertRecharge(sql, rechargeFields(ada, { status: 'completed' })),
  ],
  'recharge with a payment session': insertRechargeWith('stripe_session_id', 'cs_1'),
  'recharge with admin notes': insertRechargeWith('admin_notes', 'fine'),
  'recharge with an idempotency key column': insertRechargeWith('idempotency_key', A_UUID),
  'approve her recharge': updateRecharge('status', 'manual_payment_approved'),
  'complete her recharge with a session': (sql, { recharge }) => sql`
    update public.recharges set status = 'completed', stripe_session_id = 'cs_1'
    where id = ${recharge} returning id`,
  'change the amount of her recharge': updateRecharge('amount', '5'),
  'change the number of her recharge': updateRecharge('phone_number', '+15550100'),
  'delete her recharge': (sql, { recharge }) =>
    sql`delete from public.recharges where id = ${recharge} returning id`,

  'read her transaction': (sql, { order }) =>
    sql`select * from public.transactions where related_order_id = ${order}`,
  'log her order': async (sql, { ada, unloggedOrder }) => [
    await insertLog(sql, logFields(ada, unloggedOrder)),
  ],
  'log her recharge': async (sql, { ada, unloggedRecharge }) => [
    await insertLog(sql, logFields(ada, unloggedRecharge, { type: 'recharge', amount: 10 })),
  ],
  'log a received payment for her': async (sql, { ada }) => [
    await insertLog(sql, logFields(ada, null, { type: 'payment_received' })),
  ],
  'log with a creation time': (sql, { ada, unloggedOrder }) => sql`
    insert into public.transactions
      (user_id, type, description, amount, currency, status, related_order_id, created_at)
    values (${ada}, 'card_order', 'Card', 15, 'USD', 'pending_manual_verification',
      ${unloggedOrder}, ${A_TIME})
    returning id`,
  'change the status of her transaction': (sql, { order }) => sql`
    update public.transactions set status = 'completed'
    where related_order_id = ${order} returning id`,
  'delete her transaction': (sql, { order }) =>
    sql`delete from public.transactions where related_order_id = ${order} returning id`,

  'read how to pay': (sql) => sql`select * from public.payment_method_settings`,
  'enter where to pay': (sql) => sql`
    update public.payment_method_settings
    set details = '[{"label":"IBAN","value":"DE89 3704 0044 0532 0130 00"}]', updated_at = now()
    where method = 'bank_transfer' returning id`,
  'switch a payment method off': (sql) => sql`
    update public.payment_method_settings set is_offered = false
    where method = 'manual_cash' returning id`,
  'rename a payment method': (sql) => sql`
    update public.payment_method_settings set method = 'card_payment' where method = 'manual_cash'`,
  'add a payment method': (sql) =>
    sql`insert into public.payment_method_settings (method) values ('cheque')`,
  'delete a payment method': (sql) => sql`delete from public.payment_method_settings`,
  'order with payment details': insertOrderWith('payment_details', '{}'),
  'change the payment details of her order': updateOrder('payment_details', '{}'),

  'read her deletion request': (sql, { ada }) =>
    sql`select * from public.account_deletion_requests where user_id = ${ada}`,
  'ask for the deletion of her account': (sql, { ada }) => sql`
    insert into public.account_deletion_requests (user_id) values (${ada}) returning user_id`,
  'ask for it at another time': (sql, { ada }) => sql`
    insert into public.account_deletion_requests (user_id, requested_at)
    values (${ada}, ${A_TIME})`,
  'change her deletion request': (sql) =>
    sql`update public.account_deletion_requests set requested_at = now()`,
  'take back her deletion request': (sql, { ada }) => sql`
    delete from public.account_deletion_requests where user_id = ${ada} returning user_id`,
  'export one’s own data': (sql) => sql`select public.export_my_data()`,
  'export her data by her id': (sql, { ada }) => sql`select private.account_data(${ada})`,

  'list one’s own sessions': (sql) => sql`select * from public.my_sessions()`,
  'end one of one’s own sessions': (sql, { session }) =>
    sql`select public.end_my_session(${session})`,

  'read how administrators sign in': (sql) => sql`select * from public.security_settings`,
  'require two factors of administrators': (sql) => sql`
    update public.security_settings set administrators_need_second_factor = true returning id`,
  'rewrite when that was changed': (sql) =>
    sql`update public.security_settings set updated_at = ${A_TIME}`,
  'add a second row of such settings': (sql) =>
    sql`insert into public.security_settings default values`,
  'delete such settings': (sql) => sql`delete from public.security_settings`,

  'read sandbox payments': (sql) => sql`select * from public.sandbox_checkout_sessions`,
  'make a sandbox payment for her': (sql, { ada, unloggedOrder }) => sql`
    insert into public.sandbox_checkout_sessions (id, record_type, record_id, user_id, amount_minor,
      currency, description, success_url, cancel_url)
    values (${sandboxId('b')}, 'card_order', ${unloggedOrder}, ${ada}, 1500, 'USD', 'Card', '/a', '/b')
    returning id`,
  'decide a sandbox payment': (sql) =>
    sql`update public.sandbox_checkout_sessions set status = 'paid' returning id`,
  'change what a sandbox payment is for': (sql) =>
    sql`update public.sandbox_checkout_sessions set amount_minor = 1`,
  'delete a sandbox payment': (sql) => sql`delete from public.sandbox_checkout_sessions`,

  'find who paid by a reference before': (sql, { unloggedOrder }) =>
    sql`select * from public.reused_references(array[${unloggedOrder}]::uuid[])`,

  'read the audit log': (sql) => sql`select * from private.audit_log`,
  'write into the audit log': (sql) => sql`
    insert into private.audit_log (actor_role, table_name, record_id, action, before)
    values ('anon', 'orders', ${A_UUID}, 'update', '{}')`,
  'change the audit log': (sql) => sql`update private.audit_log set actor_id = null`,
  'delete from the audit log': (sql) => sql`delete from private.audit_log`,
  'truncate the audit log': (sql) => sql`truncate private.audit_log`,

  'read sign-in accounts': (sql) => sql`select id from auth.users`,
  'change sign-in metadata': (sql) =>
    sql`update auth.users set raw_user_meta_data = '{"account_type":"admin"}'`,
  'read sessions': (sql) => sql`select id from auth.sessions`,
  'read refresh tokens': (sql) => sql`select token from auth.refresh_tokens`,
};

async function outcomeOf(
  sql: Sql,
  caller: Caller,
  statement: Statement,
  fixture: Fixture,
): Promise<string> {
  try {
    const rows = await tryAs(sql, caller, (transaction) =>
      Promise.resolve(statement(transaction as unknown as Sql, fixture)),
    );
    return rows.length > 0 ? 'yes' : 'none';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === '42501' ? 'no' : (code ?? String(error));
  }
}

describe('access rules', () => {
  let database: TestDatabase;
  let fixture: Fixture;
  let callers: readonly Caller[];
  let reviewers: readonly Caller[];
  let required: readonly Caller[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { sql } = database;
    const ada = await signUp(sql, { metadata: { full_name: 'Ada' } });
    const other = await signUp(sql, { metadata: { account_type: 'business' } });
    const admin = await makeAdmin(sql);
    const order = await insertOrder(sql, orderFields(ada));
    const unloggedOrder = await insertOrder(sql, orderFields(ada));
    const decidedOrder = await insertOrder(sql, orderFields(ada));
    const recharge = await insertRecharge(sql, rechargeFields(ada));
    const unloggedRecharge = await insertRecharge(sql, rechargeFields(ada));
    await insertLog(sql, logFields(ada, order.id));
    await sql`insert into public.account_deletion_requests (user_id) values (${ada})`;
    const session = await openSession(sql, ada);
    await sql`
      insert into public.sandbox_checkout_sessions (id, record_type, record_id, user_id,
        amount_minor, currency, description, success_url, cancel_url)
      values (${sandboxId('a')}, 'card_order', ${order.id}, ${ada}, 1500, 'USD', 'Card', '/a', '/b')`;
    await sql`
      update public.orders set status = 'manual_payment_rejected' where id = ${decidedOrder.id}`;
    fixture = {
      ada,
      order: order.id,
      unloggedOrder: unloggedOrder.id,
      decidedOrder: decidedOrder.id,
      recharge: recharge.id,
      unloggedRecharge: unloggedRecharge.id,
      session,
    };
    callers = [ANON, signedIn(ada), signedIn(other), signedIn(admin), SERVICE];
    const cautiousAdmin = await makeAdmin(sql);
    const hesitantAdmin = await makeAdmin(sql);
    await addFactor(sql, cautiousAdmin);
    await addFactor(sql, hesitantAdmin, 'unverified');
    reviewers = [
      signedIn(cautiousAdmin, 'aal1'),
      signedIn(cautiousAdmin, 'aal2'),
      signedIn(hesitantAdmin, 'aal1'),
    ];
    required = [signedIn(admin, 'aal1'), signedIn(admin, 'aal2'), signedIn(cautiousAdmin, 'aal2')];
  });

  afterAll(() => database.drop());

  it('the table has a line for every statement', () => {
    expect(RULES.map(([operation]) => operation).sort()).toEqual(Object.keys(STATEMENTS).sort());
  });

  it('the table names every table, view and function of the API', async () => {
    const names = await database.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace`;
    const asked = Object.values(STATEMENTS).map(String).join('\n');
    expect(names.filter(({ name }) => !asked.includes(`public.${name}`))).toEqual([]);
  });

  it('every table with rows of a person asks for the second factor where there is one', async () => {
    // By who reads them: everybody, administrators whoever they are, and the service key alone.
    const others = ['payment_method_settings', 'security_settings', 'sandbox_checkout_sessions'];
    const unguarded = await database.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
        select from pg_policies
        where schemaname = 'public' and tablename = relname and permissive = 'RESTRICTIVE'
          and cmd = 'ALL' and qual like '%has_required_factors%'
      )`;
    expect(unguarded.map(({ name }) => name).sort()).toEqual(others.sort());
  });

  it.each(RULES)(
    '%s: anon %s, herself %s, other customer %s, admin %s, service %s',
    async (...row) => {
      const [operation, ...expected] = row;
      const statement = STATEMENTS[operation];
      if (statement === undefined) throw new Error(`no statement for "${operation}"`);

      const outcomes: string[] = [];
      for (const caller of callers) {
        outcomes.push(await outcomeOf(database.sql, caller, statement, fixture));
      }

      expect(outcomes).toEqual(expected);
    },
  );

  /** The same, for whoever has a second factor. */
  async function outcomesWithFactors(
    who: readonly Caller[],
    operation: string,
  ): Promise<readonly string[]> {
    const statement = STATEMENTS[operation];
    if (statement === undefined) throw new Error(`no statement for "${operation}"`);
    const outcomes: string[] = [];
    for (const caller of who) {
      outcomes.push(await outcomeOf(database.sql, caller, statement, fixture));
    }
    return outcomes;
  }

  it.each(REVIEWER_RULES)(
    'with a second factor: %s: administrator at aal1 %s, at aal2 %s, with an unverified factor %s',
    async (operation, ...expected) => {
      expect(await outcomesWithFactors(reviewers, operation)).toEqual(expected);
    },
  );

  it.each(REQUIRED_RULES)(
    'where two factors are required: %s: administrator without any %s, with a passkey %s, with a factor %s',
    async (operation, ...expected) => {
      const { sql } = database;
      await requireFactors(sql, true);
      try {
        expect(await outcomesWithFactors(required, operation)).toEqual(expected);
      } finally {
        await requireFactors(sql, false);
      }
    },
  );

  it.each(OWNER_RULES)(
    'with a second factor: %s: herself at aal1 %s, at aal2 %s',
    async (operation, ...expected) => {
      const { sql } = database;
      await addFactor(sql, fixture.ada);
      try {
        const herself = [signedIn(fixture.ada, 'aal1'), signedIn(fixture.ada, 'aal2')];
        expect(await outcomesWithFactors(herself, operation)).toEqual(expected);
      } finally {
        await sql`delete from auth.mfa_factors where user_id = ${fixture.ada}`;
      }
    },
  );
});
