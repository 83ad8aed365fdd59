import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { outcomeOf, type Outcome } from './access-outcome.ts';
import { BACK_OFFICE_STATEMENTS, type BackOfficeFixture } from './back-office-statements.ts';
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
 * Every operation on Ada's records, and its outcome for: an anonymous visitor, Ada, another customer, an
 * administrator with a factor at aal1, the assignee at aal2, a second administrator at aal2, the secret key.
 */
type Row = readonly [
  operation: string,
  anon: Outcome,
  ada: Outcome,
  other: Outcome,
  aal1: Outcome,
  assignee: Outcome,
  second: Outcome,
  service: Outcome,
];

// oxfmt-ignore
const RULES: readonly Row[] = [
  // operation                               anon  ada     other   aal1    assignee second  service
  ['read her record',                        'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['read the search tokens',                 'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['add a record',                           'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['change her record',                      'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete her record',                      'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['search records',                         'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['count records',                          'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the shared view of the assignee',   'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['read the own view of the assignee',      'no', 'none', 'none', 'none', 'yes',   'none',  'no'],
  ['save a view',                            'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['save a view for another user',           'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['change the views of the assignee',       'no', 'none', 'none', 'none', 'yes',   'none',  'no'],
  ['delete the views of the assignee',       'no', 'none', 'none', 'none', 'yes',   'none',  'no'],

  ['read the events of her record',          'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['add an event',                           'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['add an event by the function',           'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['change events',                          'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete events',                          'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the timeline of her record',        'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the notes on her record',           'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['write a note',                           'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['write a note of another author',         'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['change a note',                          'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete a note',                          'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['open a record',                          'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['assign a record',                        'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['hold a record',                          'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['hold a record until yesterday',          'no', 'no',   'no',   'no',   '23514', '23514', 'no'],
  ['release a record',                       'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['give the first approval',                'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['approve a large record alone',           'no', 'none', 'none', 'none', '23514', '23514', '23514'],
  ['approve a record that the assignee approved first',
                                             'no', 'none', 'none', 'none', '23514', 'yes',   '23514'],
  ['reject a large record',                  'no', 'none', 'none', 'none', 'yes',   'yes',   '23514'],
  ['correct the decision of the assignee',   'no', 'no',   'no',   'no',   '23514', 'yes',   'no'],
  ['correct a pending record',               'no', 'no',   'no',   'no',   '23514', '23514', 'no'],
  ['find the next record',                   'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the summary of the queue',          'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['list overdue records',                   'no', 'no',   'no',   'no',   'no',    'no',    'no'],

  ['read the checks of a record',            'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['refresh the flags',                      'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the origins of records',            'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the key of the origins',            'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete old origins',                     'no', 'no',   'no',   'no',   'no',    'no',    'no'],

  ['read the back office settings',          'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['set the four-eyes amount',               'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['set the webhook secret',                 'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['read the webhook secret',                'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the webhook secret by the function', 'no', 'no',  'no',   'no',   'no',    'no',    'no'],
  ['rewrite when settings were changed',     'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['add settings',                           'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete settings',                        'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the reasons',                       'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['add a reason',                           'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['change a reason',                        'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['delete a reason',                        'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['fill a reason',                          'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],

  ['read the notes about her',               'no', 'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['write a note about her',                 'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the notes about the assignee',      'no', 'none', 'none', 'none', 'none',  'yes',   'yes'],
  ['write a note about the assignee',        'no', 'no',   'no',   'no',   'no',    'yes',   'no'],
  ['write a note about her as another author', 'no', 'no', 'no',   'no',   'no',    'no',    'no'],
  ['change the notes about her',             'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete the notes about her',             'no', 'no',   'no',   'no',   'no',    'no',    'no'],
  ['export her data',                        'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['confirm the request of the assignee',    'no', 'no',   'no',   'no',   '23514', 'yes',   'no'],
  ['withdraw the request of the assignee',   'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the delivery that the assignee caused',
                                             'no', 'yes',  'none', 'none', 'yes',   'yes',   'yes'],
  ['deliver what the assignee approved',     'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['search the audit log',                   'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the state of the audit chain',      'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the decisions of administrators',   'no', 'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['read the webhook deliveries',            'no', 'none', 'none', 'none', 'yes',   'yes',   'no'],
];

async function createFixture(sql: Sql, ada: string, assignee: string): Promise<BackOfficeFixture> {
  const order = await insertOrder(
    sql,
    orderFields(ada, { amount: 50, card_details: { tier: 'metal' } }),
  );
  const newOrder = await insertOrder(
    sql,
    orderFields(ada, { amount: 50, card_details: { tier: 'metal' } }),
  );
  const decidedOrder = await insertOrder(sql, orderFields(ada));
  await sql`update public.back_office_settings set four_eyes_amount = 20`;
  for (const about of [ada, assignee]) {
    await sql`
      insert into public.account_notes (user_id, author_id, body)
      values (${about}, gen_random_uuid(), 'Calls often')`;
  }
  await sql`update auth.users set email_confirmed_at = now() where id = ${ada}`;
  await sql`update public.back_office_settings set webhook_url = 'https://chat.example.com/hook'`;
  await sql`select private.queue_webhook('record.received', ${order.id})`;
  const created = await actAs(sql, signedIn(assignee, 'aal2'), async (tx) => {
    await tx`select public.open_record(${order.id})`;
    await tx`select public.approve_first(${order.id})`;
    await tx`select public.hold_record(${order.id}, now() + interval '1 day', 'Waits')`;
    await tx`insert into public.record_notes (record_id, body) values (${order.id}, 'Hi')`;
    await tx`
      insert into public.record_views (name, filter, is_shared)
      values ('Own', '{}', false), ('Shared', '{}', true)`;
    await tx`
      update public.orders set status = 'manual_payment_approved' where id = ${decidedOrder.id}`;
    const [row] = await tx`
      insert into public.decision_reasons (decision, name, texts)
      values ('held', 'Wait', '{"en": "Please wait."}') returning id`;
    const [asked] = await tx`
      select public.request_administrator_change(${ada}, 'make') as id`;
    return { reason: String(row?.id), request: String(asked?.id) };
  });
  return {
    ada,
    assignee,
    order: order.id,
    newOrder: newOrder.id,
    decidedOrder: decidedOrder.id,
    ...created,
  };
}

describe('access rules of the back office', () => {
  let database: TestDatabase;
  let fixture: BackOfficeFixture;
  let callers: readonly Caller[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { sql } = database;
    const ada = await signUp(sql);
    const other = await signUp(sql);
    const [assignee, second] = [await makeAdmin(sql), await makeAdmin(sql)];
    await addFactor(sql, assignee);
    await addFactor(sql, second);
    fixture = await createFixture(sql, ada, assignee);
    callers = [
      ANON,
      signedIn(ada),
      signedIn(other),
      signedIn(second, 'aal1'),
      signedIn(assignee, 'aal2'),
      signedIn(second, 'aal2'),
      SERVICE,
    ];
  });
  afterAll(() => database.drop());

  it('the table has a line for every statement', () => {
    expect(RULES.map(([operation]) => operation).sort()).toEqual(
      Object.keys(BACK_OFFICE_STATEMENTS).sort(),
    );
  });

  it.each(RULES)(
    '%s: anon %s, herself %s, other customer %s, aal1 %s, assignee %s, second administrator %s, service %s',
    async (...row) => {
      const [operation, ...expected] = row;
      const statement = BACK_OFFICE_STATEMENTS[operation];
      if (statement === undefined) throw new Error(`no statement for "${operation}"`);

      const outcomes: string[] = [];
      for (const caller of callers) {
        outcomes.push(await outcomeOf(database.sql, caller, statement, fixture));
      }

      expect(outcomes).toEqual(expected);
    },
  );
});
