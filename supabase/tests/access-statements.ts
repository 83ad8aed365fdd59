import {
  insertLog,
  insertOrder,
  insertRecharge,
  logFields,
  orderFields,
  rechargeFields,
  type Sql,
} from './support.ts';

/** Ada's records, on which the statements run. */
export interface Fixture {
  readonly ada: string;
  readonly order: string;
  readonly unloggedOrder: string;
  readonly decidedOrder: string;
  readonly recharge: string;
  readonly unloggedRecharge: string;
  readonly session: string;
  /** An order and a recharge that are to be delivered, and an order that is delivered. */
  readonly paidOrder: string;
  readonly paidRecharge: string;
  readonly deliveredOrder: string;
  /** A request of another administrator about her. */
  readonly request: string;
}

export type Statement = (sql: Sql, fixture: Fixture) => PromiseLike<readonly unknown[]>;

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
/** A session id of the sandbox. */
export const sandboxId = (digit: string) => `cs_sandbox_${digit.repeat(48)}`;

/** The statement of each operation in the access table. */
export const STATEMENTS: Readonly<Record<string, Statement>> = {
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
  'give her order to another user': updateOrder('user_id', A_UUID),
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

  'read the support contact': (sql) => sql`select * from public.support_contact`,
  'enter a support contact': (sql) => sql`
    update public.support_contact set email = 'help@example.com' returning id`,
  'rewrite when the contact was changed': (sql) =>
    sql`update public.support_contact set updated_at = now() returning id`,
  'add a second support contact': (sql) => sql`
    insert into public.support_contact (is_only_row, email) values (false, 'b@example.com')`,
  'delete the support contact': (sql) => sql`delete from public.support_contact`,

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

  'read her delivery': (sql, { deliveredOrder }) => sql`
    select record_id, user_id, kind, state, due_at, card_last4, card_expiry, confirmation, is_test,
      delivered_at, created_at
    from public.deliveries where record_id = ${deliveredOrder}`,
  'read who delivered it': (sql) => sql`select delivered_by from public.deliveries`,
  'read why a delivery failed': (sql) => sql`select failure_reason from public.deliveries`,
  'add a delivery': (sql, { ada }) => sql`
    insert into public.deliveries (record_id, user_id, kind, due_at)
    values (${A_UUID}, ${ada}, 'card_order', now()) returning record_id`,
  'change her delivery': (sql, { paidOrder }) => sql`
    update public.deliveries set state = 'delivered' where record_id = ${paidOrder}`,
  'delete her delivery': (sql) => sql`delete from public.deliveries`,
  'deliver her card': (sql, { paidOrder }) =>
    sql`select public.deliver_card(${paidOrder}, '4242', to_char(now(), 'MM/YYYY'))`,
  'deliver her card again': (sql, { deliveredOrder }) =>
    sql`select public.deliver_card(${deliveredOrder}, '4242', to_char(now(), 'MM/YYYY'))`,
  'deliver her top-up': (sql, { paidRecharge }) =>
    sql`select public.deliver_top_up(${paidRecharge}, 'MTN 77')`,
  'report a failed delivery': (sql, { paidOrder }) =>
    sql`select public.fail_delivery(${paidOrder}, 'The issuer is down.')`,
  'read what a provider needs': (sql, { paidOrder }) =>
    sql`select public.provider_order(${paidOrder})`,
  'deliver as a provider': (sql, { paidOrder, ada }) => sql`
    select public.deliver_by_provider(${paidOrder}, gen_random_uuid(), 'sandbox', true,
      jsonb_build_object('last4', '4242', 'expiry', to_char(now(), 'MM/YYYY'), 'for', ${ada}::text))`,
  'read the queue of deliveries': (sql) => sql`select * from public.delivery_queue()`,
  'count the deliveries': (sql) => sql`select * from public.delivery_counts()`,
  'list overdue deliveries': (sql) => sql`select * from private.overdue_deliveries()`,

  'read a request about an administrator': (sql, { request }) =>
    sql`select * from public.administrator_requests where id = ${request}`,
  'add a request about an administrator': (sql, { ada }) => sql`
    insert into public.administrator_requests (user_id, action, requested_by)
    values (${ada}, 'make', ${A_UUID})`,
  'change a request about an administrator': (sql) =>
    sql`update public.administrator_requests set state = 'confirmed'`,
  'ask to make her an administrator': (sql, { ada, request }) => sql`
    with withdrawn as (
      select public.decide_administrator_request(${request}, false)
    )
    select public.request_administrator_change(${ada}, 'make', null) from withdrawn`,
  'confirm to make her an administrator': (sql, { request }) =>
    sql`select public.decide_administrator_request(${request}, true)`,
  'authorize a lock of her account': (sql, { ada }) =>
    sql`select public.authorize_account_action(${ada}, 'lock', 'Stolen card')`,
  'end her sessions': (sql, { ada }) => sql`select public.end_sessions_of(${ada})`,
  'read everything about her': (sql, { ada }) => sql`select public.customer_overview(${ada})`,

  'read the audit log': (sql) => sql`select * from private.audit_log`,
  'write into the audit log': (sql) => sql`
    insert into private.audit_log (actor_role, table_name, record_id, action, before)
    values ('anon', 'orders', ${A_UUID}, 'update', '{}')`,
  'change the audit log': (sql) => sql`update private.audit_log set actor_id = null`,
  'delete from the audit log': (sql) => sql`delete from private.audit_log`,
  'truncate the audit log': (sql) => sql`truncate private.audit_log`,
  'search the audit log': (sql) => sql`select * from public.search_audit_log()`,
  'read the state of the audit chain': (sql) => sql`select * from public.audit_chain_status()`,
  'read the head of the audit chain': (sql) => sql`select * from public.audit_head()`,
  'read the audit chain': (sql) => sql`select * from private.audit_chain`,
  'change the audit chain': (sql) => sql`update private.audit_chain set sealed_at = now()`,
  'seal the audit log': (sql) => sql`select private.seal_audit_log()`,

  'read sign-in accounts': (sql) => sql`select id from auth.users`,
  'change sign-in metadata': (sql) =>
    sql`update auth.users set raw_user_meta_data = '{"account_type":"admin"}'`,
  'read sessions': (sql) => sql`select id from auth.sessions`,
  'read refresh tokens': (sql) => sql`select token from auth.refresh_tokens`,
};
