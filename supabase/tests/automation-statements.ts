import type { Sql } from './support.ts';

/** A pending order of Ada, and a mail to Ada that a function has claimed. */
export interface AutomationFixture {
  readonly ada: string;
  readonly order: string;
  readonly mail: string;
  readonly lease: string;
  /** The token of the link with which Ada unsubscribes. */
  readonly token: string;
}

type AutomationStatement = (
  sql: Sql,
  fixture: AutomationFixture,
) => PromiseLike<readonly unknown[]>;

const MAILS: Readonly<Record<string, AutomationStatement>> = {
  'read her mail preferences': (sql, { ada }) =>
    sql`select * from public.mail_preferences where user_id = ${ada}`,
  'change her mail preferences': (sql, { ada }) => sql`
    update public.mail_preferences set optional_mails = false where user_id = ${ada} returning user_id`,
  'save her mail preferences': (sql, { ada }) => sql`
    insert into public.mail_preferences (user_id, optional_mails) values (${ada}, false)
    on conflict (user_id) do update
    set user_id = excluded.user_id, optional_mails = excluded.optional_mails returning user_id`,
  'rewrite when she changed them': (sql) =>
    sql`update public.mail_preferences set updated_at = now()`,
  'delete her mail preferences': (sql) => sql`delete from public.mail_preferences`,
  'unsubscribe with her token': (sql, { token }) => sql`select where public.unsubscribe(${token})`,
  'unsubscribe her without a token': (sql, { ada }) =>
    sql`select where public.unsubscribe(${`${ada}.${'0'.repeat(64)}`})`,
  'read the key of the tokens': (sql) => sql`select * from private.mail_keys`,
  'read the outbox': (sql) => sql`select * from private.outbox`,
  'add a mail': (sql, { ada }) => sql`select private.queue_mail('received', ${ada})`,
  'ask her about her order': (sql, { order }) =>
    sql`select public.ask_customer(${order}, 'Which bank?')`,
  'read the question about her order': (sql, { order }) =>
    sql`select from (select public.question_about_record(${order}) as question) as answer where question <> ''`,
  'read the texts of mails': (sql) => sql`select * from public.mail_texts`,
  'write a text of mails': (sql) => sql`
    insert into public.mail_texts (kind, locale, subject, body)
    values ('approved', 'de', 'Fertig', 'Hallo {name}') returning id`,
  'change a text of mails': (sql) =>
    sql`update public.mail_texts set subject = 'Done' where kind = 'approved' returning id`,
  'rewrite when a text was changed': (sql) => sql`update public.mail_texts set updated_at = now()`,
  'delete a text of mails': (sql) =>
    sql`delete from public.mail_texts where kind = 'approved' returning id`,
  'claim mails': (sql) => sql`select * from public.claim_mails()`,
  'begin a mail': (sql, { mail, lease }) =>
    sql`select where public.begin_mail(${mail}::text::bigint, ${lease})`,
  'complete a mail': (sql, { mail, lease }) =>
    sql`select where public.complete_mail(${mail}::text::bigint, ${lease}, 'sent')`,
  'wake a function': (sql) => sql`select private.wake_mails()`,
};

const FIGURES: Readonly<Record<string, AutomationStatement>> = {
  'read the figures': (sql) => sql`select public.figures('2026-01-01', '2026-01-31')`,
  'read the times to decisions': (sql) =>
    sql`select * from public.decision_times('2026-01-01', '2026-01-31')`,
  'read the decisions of administrators': (sql) => sql`
    select * from public.decisions_per_administrator(current_date - 1, current_date + 1)`,
  'read the reasons of rejections': (sql) => sql`
    select * from public.rejections_by_reason(current_date - 1, current_date + 1)`,
  'read the age of the queue': (sql) => sql`select * from public.queue_age()`,
  'read the sums of days': (sql) => sql`select * from private.daily_figures`,
  'count the figures again': (sql) => sql`select private.refresh_daily_figures()`,
};

const WEBHOOKS: Readonly<Record<string, AutomationStatement>> = {
  'read the webhook deliveries': (sql) => sql`select * from public.webhook_deliveries`,
  'add a webhook delivery': (sql) => sql`
    insert into public.webhook_deliveries (event, data) values ('record.approved', '{}') returning id`,
  'change a webhook delivery': (sql) =>
    sql`update public.webhook_deliveries set state = 'delivered'`,
  'delete the webhook deliveries': (sql) => sql`delete from public.webhook_deliveries`,
  'send a test webhook': (sql) => sql`select public.send_test_webhook()`,
  'send a webhook again': (sql) =>
    sql`select public.retry_webhook(id) from (select gen_random_uuid() as id) as unknown`,
  'claim webhooks': (sql) => sql`select * from public.claim_webhooks()`,
  'complete a webhook': (sql) =>
    sql`select public.complete_webhook(gen_random_uuid(), 1::smallint, 200::smallint)`,
};

const SOURCES: Readonly<Record<string, AutomationStatement>> = {
  'read the statement sources': (sql) => sql`select * from public.statement_sources`,
  'change a statement source': (sql) => sql`update public.statement_sources set mark = '{}'`,
  'begin to read a source': (sql) =>
    sql`select * from public.begin_statement_read('another_source', 60)`,
  'complete a read': (sql) =>
    sql`select public.complete_statement_read('binance_pay', gen_random_uuid())`,
  'wake the function of a source': (sql) =>
    sql`select private.wake_statement_source('binance_pay', 'read-binance-pay')`,
  'wake the function of Binance Pay': (sql) => sql`select private.wake_binance_pay()`,
};

const EXPIRY: Readonly<Record<string, AutomationStatement>> = {
  'reject records without a payment': (sql) => sql`select private.expire_records()`,
  'reject her order as expired': (sql, { order }) =>
    sql`select private.expire_record(${order}, 'card_order')`,
  'read which records expire': (sql) => sql`select * from private.expiring_records()`,
  'read the warnings of an expiry': (sql) => sql`select * from private.expiry_warnings`,
  'read the payment code of her order': (sql, { order }) =>
    sql`select private.payment_code_of(${order})`,
  'read whether her order has a payment': (sql, { order }) =>
    sql`select private.has_payment(${order})`,
};

/** The statement of each operation in the access table. */
export const AUTOMATION_STATEMENTS: Readonly<Record<string, AutomationStatement>> = {
  ...MAILS,
  ...FIGURES,
  ...WEBHOOKS,
  ...SOURCES,
  ...EXPIRY,
};
