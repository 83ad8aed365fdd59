import type { Sql } from './support.ts';

/** Ada's records. The assignee works on them. */
export interface BackOfficeFixture {
  readonly ada: string;
  readonly assignee: string;
  /** Pending, assigned to the assignee, who gave the first approval. */
  readonly order: string;
  /** Pending, without an approval. */
  readonly newOrder: string;
  /** Approved by the assignee. */
  readonly decidedOrder: string;
  readonly reason: string;
  /** The assignee asks to make Ada an administrator. */
  readonly request: string;
}

export type BackOfficeStatement = (
  sql: Sql,
  fixture: BackOfficeFixture,
) => PromiseLike<readonly unknown[]>;

const RECORDS: Readonly<Record<string, BackOfficeStatement>> = {
  'read her record': (sql, { order }) =>
    sql`select id, status, assigned_to, flag from public.records where id = ${order}`,
  'read the search tokens': (sql) => sql`select search from public.records`,
  'add a record': (sql) => sql`insert into public.records (id) values (gen_random_uuid())`,
  'change her record': (sql) => sql`update public.records set status = 'completed'`,
  'delete her record': (sql) => sql`delete from public.records`,
  'search records': (sql, { ada }) => sql`
    select id from public.search_records(jsonb_build_object('user_id', ${ada}::text))`,
  'count records': (sql) => sql`select public.count_records('{}')`,
  'read the shared view of the assignee': (sql) =>
    sql`select id from public.record_views where is_shared`,
  'read the own view of the assignee': (sql) =>
    sql`select id from public.record_views where not is_shared`,
  'save a view': (sql) => sql`
    insert into public.record_views (name, filter) values ('Mine', '{"held": true}') returning id`,
  'save a view for another user': (sql, { ada }) => sql`
    insert into public.record_views (name, filter, owner_id) values ('Mine', '{}', ${ada})`,
  'change the views of the assignee': (sql) =>
    sql`update public.record_views set name = 'Other' returning id`,
  'delete the views of the assignee': (sql) => sql`delete from public.record_views returning id`,
};

const WORK: Readonly<Record<string, BackOfficeStatement>> = {
  'read the events of her record': (sql, { order }) =>
    sql`select id from public.record_events where record_id = ${order}`,
  'add an event': (sql, { order }) => sql`
    insert into public.record_events (record_id, kind) values (${order}, 'decided')`,
  'add an event by the function': (sql, { order }) =>
    sql`select private.add_record_event(${order}, 'decided')`,
  'change events': (sql) => sql`update public.record_events set actor_id = null`,
  'delete events': (sql) => sql`delete from public.record_events`,
  'read the timeline of her record': (sql, { order }) =>
    sql`select * from public.record_timeline(${order})`,
  'read the notes on her record': (sql, { order }) =>
    sql`select id from public.record_notes where record_id = ${order}`,
  'write a note': (sql, { order }) => sql`
    insert into public.record_notes (record_id, body) values (${order}, 'Hi') returning id`,
  'write a note of another author': (sql, { order, ada }) => sql`
    insert into public.record_notes (record_id, body, author_id) values (${order}, 'Hi', ${ada})`,
  'change a note': (sql) => sql`update public.record_notes set body = 'x'`,
  'delete a note': (sql) => sql`delete from public.record_notes`,
  'open a record': (sql, { newOrder }) => sql`select public.open_record(${newOrder})`,
  'assign a record': (sql, { newOrder, assignee }) =>
    sql`select public.assign_record(${newOrder}, ${assignee})`,
  'hold a record': (sql, { newOrder }) =>
    sql`select public.hold_record(${newOrder}, now() + interval '1 day', 'Waits')`,
  'hold a record until yesterday': (sql, { newOrder }) =>
    sql`select public.hold_record(${newOrder}, now() - interval '1 day', 'Waits')`,
  'release a record': (sql, { order }) => sql`select public.release_record(${order})`,
  'give the first approval': (sql, { newOrder }) => sql`select public.approve_first(${newOrder})`,
  'approve a large record alone': (sql, { newOrder }) => sql`
    update public.orders set status = 'manual_payment_approved' where id = ${newOrder} returning id`,
  'approve a record that the assignee approved first': (sql, { order }) => sql`
    update public.orders set status = 'manual_payment_approved' where id = ${order} returning id`,
  'reject a large record': (sql, { newOrder }) => sql`
    update public.orders set status = 'manual_payment_rejected' where id = ${newOrder} returning id`,
  'correct the decision of the assignee': (sql, { decidedOrder }) =>
    sql`select public.correct_decision(${decidedOrder}, 'manual_payment_rejected', 'Returned')`,
  'correct a pending record': (sql, { newOrder }) =>
    sql`select public.correct_decision(${newOrder}, 'manual_payment_rejected', 'Returned')`,
  'find the next record': (sql, { order }) => sql`select * from public.record_neighbours(${order})`,
  'read the summary of the queue': (sql) => sql`select * from public.queue_summary()`,
  'list overdue records': (sql) => sql`select * from private.overdue_records()`,
};

const CHECKS: Readonly<Record<string, BackOfficeStatement>> = {
  'read the checks of a record': (sql, { order }) =>
    sql`select * from public.record_checks(${order})`,
  'refresh the flags': (sql) => sql`select private.refresh_record_flags()`,
  'read the origins of records': (sql) => sql`select * from private.record_origins`,
  'read the key of the origins': (sql) => sql`select * from private.record_origin_keys`,
  'delete old origins': (sql) => sql`select private.delete_old_origins()`,
};

const SETTINGS: Readonly<Record<string, BackOfficeStatement>> = {
  'read the back office settings': (sql) => sql`select * from public.back_office_settings`,
  'set the four-eyes amount': (sql) =>
    sql`update public.back_office_settings set four_eyes_amount = 100 returning id`,
  'set the webhook secret': (sql) => sql`
    update public.back_office_settings set webhook_secret = '0123456789abcdef' returning id`,
  'read the webhook secret': (sql) => sql`select * from private.webhook_secrets`,
  'read the webhook secret by the function': (sql) => sql`select private.webhook_secret()`,
  'rewrite when settings were changed': (sql) =>
    sql`update public.back_office_settings set updated_at = now()`,
  'add settings': (sql) => sql`insert into public.back_office_settings default values`,
  'delete settings': (sql) => sql`delete from public.back_office_settings`,
  'read the reasons': (sql) => sql`select id from public.decision_reasons`,
  'add a reason': (sql) => sql`
    insert into public.decision_reasons (decision, name, texts)
    values ('held', 'Late', '{"en": "{name}, please wait."}') returning id`,
  'change a reason': (sql, { reason }) =>
    sql`update public.decision_reasons set is_active = false where id = ${reason} returning id`,
  'delete a reason': (sql, { reason }) =>
    sql`delete from public.decision_reasons where id = ${reason} returning id`,
  'fill a reason': (sql, { reason, order }) =>
    sql`select public.fill_decision_reason(${reason}, ${order})`,
};

const ACCOUNTS: Readonly<Record<string, BackOfficeStatement>> = {
  'read the notes about her': (sql, { ada }) =>
    sql`select id from public.account_notes where user_id = ${ada}`,
  'write a note about her': (sql, { ada }) => sql`
    insert into public.account_notes (user_id, body) values (${ada}, 'Hi') returning id`,
  'read the notes about the assignee': (sql, { assignee }) =>
    sql`select id from public.account_notes where user_id = ${assignee}`,
  'write a note about the assignee': (sql, { assignee }) => sql`
    insert into public.account_notes (user_id, body) values (${assignee}, 'Hi') returning id`,
  'write a note about her as another author': (sql, { ada, assignee }) => sql`
    insert into public.account_notes (user_id, body, author_id) values (${ada}, 'Hi', ${assignee})`,
  'change the notes about her': (sql) => sql`update public.account_notes set body = 'x'`,
  'delete the notes about her': (sql) => sql`delete from public.account_notes`,
  'export her data': (sql, { ada }) => sql`select public.export_account_data(${ada})`,
};

const REVIEW_BY_ANOTHER: Readonly<Record<string, BackOfficeStatement>> = {
  'confirm the request of the assignee': (sql, { request }) =>
    sql`select public.decide_administrator_request(${request}, true)`,
  'withdraw the request of the assignee': (sql, { request }) =>
    sql`select public.decide_administrator_request(${request}, false)`,
  'read the delivery that the assignee caused': (sql, { decidedOrder }) =>
    sql`select record_id, state from public.deliveries where record_id = ${decidedOrder}`,
  'deliver what the assignee approved': (sql, { decidedOrder }) =>
    sql`
    select public.deliver_card(${decidedOrder}, '4242', to_char(now() + interval '1 year', 'MM/YYYY'))`,
  'search the audit log': (sql) => sql`select * from public.search_audit_log('{}')`,
  'read the state of the audit chain': (sql) => sql`select * from public.audit_chain_status()`,
  'read the decisions of administrators': (sql) =>
    sql`select public.decisions_per_administrator(current_date - 1, current_date + 1)`,
  'read the webhook deliveries': (sql) => sql`select id from public.webhook_deliveries`,
};

/** The statement of each operation in the access table of the back office. */
export const BACK_OFFICE_STATEMENTS: Readonly<Record<string, BackOfficeStatement>> = {
  ...RECORDS,
  ...WORK,
  ...CHECKS,
  ...SETTINGS,
  ...ACCOUNTS,
  ...REVIEW_BY_ANOTHER,
};
