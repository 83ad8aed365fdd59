import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { outcomeOf, type Outcome } from './access-outcome.ts';
import { AUTOMATION_STATEMENTS, type AutomationFixture } from './automation-statements.ts';
import {
  actAs,
  addFactor,
  ANON,
  insertOrder,
  makeAdmin,
  orderFields,
  SERVICE,
  signedIn,
  signUp,
  type Caller,
  type Sql,
} from './support.ts';

/**
 * Mails, webhooks, figures, statement sources and the expiry of records, and the outcome for: an anonymous visitor, Ada, another customer, an
 * administrator with a factor at aal1 and at aal2, the secret key.
 */
type Row = readonly [
  operation: string,
  anon: Outcome,
  ada: Outcome,
  other: Outcome,
  aal1: Outcome,
  aal2: Outcome,
  service: Outcome,
];

// oxfmt-ignore
const RULES: readonly Row[] = [
  // operation                               anon    ada     other   aal1    aal2    service
  ['read her mail preferences',              'no',   'yes',  'none', 'none', 'none', 'no'],
  ['change her mail preferences',            'no',   'yes',  'none', 'none', 'none', 'no'],
  ['save her mail preferences',              'no',   'yes',  'no',   'no',   'no',   'no'],
  ['rewrite when she changed them',          'no',   'no',   'no',   'no',   'no',   'no'],
  ['delete her mail preferences',            'no',   'no',   'no',   'no',   'no',   'no'],
  ['unsubscribe with her token',             'yes',  'yes',  'yes',  'yes',  'yes',  'yes'],
  ['unsubscribe her without a token',        'none', 'none', 'none', 'none', 'none', 'none'],
  ['read the key of the tokens',             'no',   'no',   'no',   'no',   'no',   'no'],
  ['read the outbox',                        'no',   'no',   'no',   'no',   'no',   'no'],
  ['add a mail',                             'no',   'no',   'no',   'no',   'no',   'no'],
  ['ask her about her order',                'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the question about her order',      'no',   'yes',  'none', 'none', 'none', 'no'],
  ['read the texts of mails',                'no',   'none', 'none', 'none', 'yes',  'no'],
  ['write a text of mails',                  'no',   'no',   'no',   'no',   'yes',  'no'],
  ['change a text of mails',                 'no',   'none', 'none', 'none', 'yes',  'no'],
  ['rewrite when a text was changed',        'no',   'no',   'no',   'no',   'no',   'no'],
  ['delete a text of mails',                 'no',   'none', 'none', 'none', 'yes',  'no'],
  ['claim mails',                            'no',   'no',   'no',   'no',   'no',   'yes'],
  ['begin a mail',                           'no',   'no',   'no',   'no',   'no',   'yes'],
  ['complete a mail',                        'no',   'no',   'no',   'no',   'no',   'yes'],
  ['wake a function',                        'no',   'no',   'no',   'no',   'no',   'no'],

  ['read the figures',                       'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the times to decisions',            'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the decisions of administrators',   'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the reasons of rejections',         'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the age of the queue',              'no',   'no',   'no',   'no',   'yes',  'no'],
  ['read the sums of days',                  'no',   'no',   'no',   'no',   'no',   'no'],
  ['count the figures again',                'no',   'no',   'no',   'no',   'no',   'no'],

  ['read the webhook deliveries',            'no',   'none', 'none', 'none', 'yes',  'no'],
  ['add a webhook delivery',                 'no',   'no',   'no',   'no',   'no',   'no'],
  ['change a webhook delivery',              'no',   'no',   'no',   'no',   'no',   'no'],
  ['delete the webhook deliveries',          'no',   'no',   'no',   'no',   'no',   'no'],
  ['send a test webhook',                    'no',   'no',   'no',   'no',   'yes',  'no'],
  ['send a webhook again',                   'no',   'no',   'no',   'no',   '23514', 'no'],
  ['claim webhooks',                         'no',   'no',   'no',   'no',   'no',   'yes'],
  ['complete a webhook',                     'no',   'no',   'no',   'no',   'no',   'yes'],

  ['read the statement sources',             'no',   'none', 'none', 'none', 'yes',  'no'],
  ['change a statement source',              'no',   'no',   'no',   'no',   'no',   'no'],
  ['begin to read a source',                 'no',   'no',   'no',   'no',   'no',   'yes'],
  ['complete a read',                        'no',   'no',   'no',   'no',   'no',   'yes'],
  ['wake the function of a source',          'no',   'no',   'no',   'no',   'no',   'no'],
  ['wake the function of Binance Pay',       'no',   'no',   'no',   'no',   'no',   'no'],

  ['reject records without a payment',       'no',   'no',   'no',   'no',   'no',   'no'],
  ['reject her order as expired',            'no',   'no',   'no',   'no',   'no',   'no'],
  ['read which records expire',              'no',   'no',   'no',   'no',   'no',   'no'],
  ['read the warnings of an expiry',         'no',   'no',   'no',   'no',   'no',   'no'],
  ['read the payment code of her order',     'no',   'no',   'no',   'no',   'no',   'no'],
  ['read whether her order has a payment',   'no',   'no',   'no',   'no',   'no',   'no'],
];

async function createFixture(sql: Sql, ada: string, admin: string): Promise<AutomationFixture> {
  const { id: order } = await insertOrder(sql, orderFields(ada));
  const { id: rejected } = await insertOrder(sql, orderFields(ada));
  await actAs(
    sql,
    signedIn(admin, 'aal2'),
    (tx) => tx`
      update public.orders set status = 'manual_payment_rejected' where id = ${rejected}`,
  );
  await sql`delete from private.outbox`;
  await sql`select public.begin_statement_read('binance_pay', 60)`;
  await sql`insert into public.mail_preferences (user_id) values (${ada})`;
  await sql`update public.back_office_settings set webhook_url = 'https://chat.example.com/hook'`;
  await sql`select private.queue_webhook('record.received', ${order})`;
  await sql`select private.queue_mail('received', ${ada}, ${order})`;
  await sql`
    insert into public.mail_texts (kind, locale, subject, body)
    values ('approved', 'en', 'Done', 'Hello {name}')`;
  const question = JSON.stringify({ reason: 'Which bank?' });
  await sql`
    select private.queue_mail('needs_action', ${ada}, ${order}, ${question}::text::jsonb)`;
  const [mail] = await sql<{ id: string; lease: string; unsubscribe_token: string }[]>`
    select * from public.claim_mails()`;
  await sql`select private.queue_mail('approved', ${ada}, ${order})`;
  if (mail === undefined) throw new Error('no mail was claimed');
  return { ada, order, mail: mail.id, lease: mail.lease, token: mail.unsubscribe_token };
}

describe('access rules of mails, webhooks and figures', () => {
  let database: TestDatabase;
  let fixture: AutomationFixture;
  let callers: readonly Caller[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { sql } = database;
    const [ada, other, admin] = [await signUp(sql), await signUp(sql), await makeAdmin(sql)];
    await addFactor(sql, admin);
    fixture = await createFixture(sql, ada, admin);
    callers = [
      ANON,
      signedIn(ada),
      signedIn(other),
      signedIn(admin, 'aal1'),
      signedIn(admin, 'aal2'),
      SERVICE,
    ];
  });
  afterAll(() => database.drop());

  it('the table has a line for every statement', () => {
    expect(RULES.map(([operation]) => operation).sort()).toEqual(
      Object.keys(AUTOMATION_STATEMENTS).sort(),
    );
  });

  it.each(RULES)(
    '%s: anon %s, herself %s, other customer %s, administrator at aal1 %s, at aal2 %s, service %s',
    async (...row) => {
      const [operation, ...expected] = row;
      const statement = AUTOMATION_STATEMENTS[operation];
      if (statement === undefined) throw new Error(`no statement for "${operation}"`);

      const outcomes: string[] = [];
      for (const caller of callers) {
        outcomes.push(await outcomeOf(database.sql, caller, statement, fixture));
      }

      expect(outcomes).toEqual(expected);
    },
  );
});
