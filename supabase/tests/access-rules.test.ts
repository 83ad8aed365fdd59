/** @covers security.sessions.16, security.records.2 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { outcomeOf, type Outcome } from './access-outcome.ts';
import { sandboxId, STATEMENTS, type Fixture } from './access-statements.ts';
import { AUTOMATION_STATEMENTS } from './automation-statements.ts';
import { BACK_OFFICE_STATEMENTS } from './back-office-statements.ts';
import { MATCHING_STATEMENTS } from './matching-statements.ts';
import {
  addFactor,
  ANON,
  insertOrder,
  insertRecharge,
  makeAdmin,
  openSession,
  orderFields,
  rechargeFields,
  requireFactors,
  SERVICE,
  signedIn,
  signUp,
  type Caller,
} from './support.ts';

/**
 * Every operation on Ada's records, and its outcome for each caller: an anonymous visitor, Ada, another (business) customer, an
 * administrator, the secret key.
 */
type Row = readonly [
  operation: string,
  anon: Outcome,
  ada: Outcome,
  other: Outcome,
  admin: Outcome,
  service: Outcome,
];

// oxfmt-ignore
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
  ['give her order to another user',        'no',  'no',    'no',    'no',    'no'],
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

  ['read the support contact',              'yes', 'yes',   'yes',   'yes',   'yes'],
  ['enter a support contact',               'no',  'none',  'none',  'yes',   'no'],
  ['rewrite when the contact was changed',  'no',  'no',    'no',    'no',    'no'],
  ['add a second support contact',          'no',  'no',    'no',    'no',    'no'],
  ['delete the support contact',            'no',  'no',    'no',    'no',    'no'],

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

  ['read her delivery',                     'no',  'yes',   'none',  'yes',   'yes'],
  ['read who delivered it',                 'no',  'no',    'no',    'no',    'yes'],
  ['read why a delivery failed',            'no',  'no',    'no',    'no',    'yes'],
  ['add a delivery',                        'no',  'no',    'no',    'no',    'no'],
  ['change her delivery',                   'no',  'no',    'no',    'no',    'no'],
  ['delete her delivery',                   'no',  'no',    'no',    'no',    'no'],
  ['deliver her card',                      'no',  'no',    'no',    'yes',   'no'],
  ['deliver her card again',                'no',  'no',    'no',    'PT409', 'no'],
  ['deliver her top-up',                    'no',  'no',    'no',    'yes',   'no'],
  ['report a failed delivery',              'no',  'no',    'no',    'yes',   'no'],
  ['read what a provider needs',            'no',  'no',    'no',    'yes',   'no'],
  ['deliver as a provider',                 'no',  'no',    'no',    'no',    'yes'],
  ['read the queue of deliveries',          'no',  'none',  'none',  'yes',   'no'],
  ['count the deliveries',                  'no',  'none',  'none',  'yes',   'no'],
  ['list overdue deliveries',               'no',  'no',    'no',    'no',    'no'],

  ['read a request about an administrator', 'no',  'none',  'none',  'yes',   'yes'],
  ['add a request about an administrator',  'no',  'no',    'no',    'no',    'no'],
  ['change a request about an administrator', 'no', 'no',   'no',    'no',    'no'],
  ['ask to make her an administrator',      'no',  'no',    'no',    'yes',   'no'],
  ['confirm to make her an administrator',  'no',  'no',    'no',    'yes',   'no'],
  ['authorize a lock of her account',       'no',  'no',    'no',    'yes',   'no'],
  ['end her sessions',                      'no',  'no',    'no',    'yes',   'no'],
  ['read everything about her',             'no',  'no',    'no',    'yes',   'no'],

  ['read the audit log',                    'no',  'no',    'no',    'no',    'no'],
  ['write into the audit log',              'no',  'no',    'no',    'no',    'no'],
  ['change the audit log',                  'no',  'no',    'no',    'no',    'no'],
  ['delete from the audit log',             'no',  'no',    'no',    'no',    'no'],
  ['truncate the audit log',                'no',  'no',    'no',    'no',    'no'],
  ['search the audit log',                  'no',  'no',    'no',    'yes',   'no'],
  ['read the state of the audit chain',     'no',  'no',    'no',    'yes',   'no'],
  ['read the head of the audit chain',      'no',  'no',    'no',    'no',    'yes'],
  ['read the audit chain',                  'no',  'no',    'no',    'no',    'no'],
  ['change the audit chain',                'no',  'no',    'no',    'no',    'no'],
  ['seal the audit log',                    'no',  'no',    'no',    'no',    'no'],

  ['read sign-in accounts',                 'no',  'no',    'no',    'no',    'no'],
  ['change sign-in metadata',               'no',  'no',    'no',    'no',    'no'],
  ['read sessions',                         'no',  'no',    'no',    'no',    'no'],
  ['read refresh tokens',                   'no',  'no',    'no',    'no',    'no'],
];

/** An administrator with a verified factor at aal1 and aal2, and one whose factor is not verified. */
type ReviewerRow = readonly [operation: string, aal1: Outcome, aal2: Outcome, unverified: Outcome];

// oxfmt-ignore
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
  ['read the support contact',              'yes',  'yes',   'yes'],
  ['enter a support contact',               'none', 'yes',   'yes'],
  ['export one’s own data',                 'no',   'yes',   'yes'],
  ['find who paid by a reference before',   'none', 'yes',   'yes'],
  ['search the audit log',                  'no',   'yes',   'yes'],
  ['read the state of the audit chain',     'no',   'yes',   'yes'],
  ['read how administrators sign in',       'none', 'yes',   'yes'],
  ['require two factors of administrators', 'none', 'yes',   'none'],
  ['list one’s own sessions',               'no',   'none',  'none'],
  ['end one of one’s own sessions',         'no',   'yes',   'yes'],
  ['read her delivery',                     'none', 'yes',   'yes'],
  ['deliver her card',                      'no',   'yes',   'yes'],
  ['deliver her card again',                'no',   'PT409', 'PT409'],
  ['deliver her top-up',                    'no',   'yes',   'yes'],
  ['report a failed delivery',              'no',   'yes',   'yes'],
  ['read what a provider needs',            'no',   'yes',   'yes'],
  ['read the queue of deliveries',          'none', 'yes',   'yes'],
  ['count the deliveries',                  'none', 'yes',   'yes'],
  ['read a request about an administrator', 'none', 'yes',   'yes'],
  ['ask to make her an administrator',      'no',   'yes',   'yes'],
  ['confirm to make her an administrator',  'no',   'yes',   'yes'],
  ['authorize a lock of her account',       'no',   'yes',   'yes'],
  ['end her sessions',                      'no',   'yes',   'yes'],
  ['read everything about her',             'no',   'yes',   'yes'],
];

/**
 * While the settings require two factors of administrators: one without a factor at aal1, the same at aal2
 * (by a passkey), and one with a verified factor at aal2. Administrators keep access to their own data.
 */
// oxfmt-ignore
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
  ['search the audit log',                  'no',   'yes',   'yes'],
  ['read the state of the audit chain',     'no',   'yes',   'yes'],
  ['enter where to pay',                    'none', 'yes',   'yes'],
  ['switch a payment method off',           'none', 'yes',   'yes'],
  ['enter a support contact',               'none', 'yes',   'yes'],
  ['read how administrators sign in',       'yes',  'yes',   'yes'],
  ['require two factors of administrators', 'none', 'yes',   'yes'],
  ['export one’s own data',                 'yes',  'yes',   'yes'],
  ['read her delivery',                     'none', 'yes',   'yes'],
  ['deliver her card',                      'no',   'yes',   'yes'],
  ['deliver her card again',                'no',   'PT409', 'PT409'],
  ['deliver her top-up',                    'no',   'yes',   'yes'],
  ['report a failed delivery',              'no',   'yes',   'yes'],
  ['read what a provider needs',            'no',   'yes',   'yes'],
  ['read the queue of deliveries',          'none', 'yes',   'yes'],
  ['count the deliveries',                  'none', 'yes',   'yes'],
  ['read a request about an administrator', 'none', 'yes',   'yes'],
  ['ask to make her an administrator',      'no',   'yes',   'yes'],
  ['confirm to make her an administrator',  'no',   'yes',   'yes'],
  ['authorize a lock of her account',       'no',   'yes',   'yes'],
  ['end her sessions',                      'no',   'yes',   'yes'],
  ['read everything about her',             'no',   'yes',   'yes'],
];

/** Ada with a verified factor, at aal1 and at aal2. */
// oxfmt-ignore
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
  ['read the support contact',              'yes',  'yes'],
  ['ask for the deletion of her account',   'no',   '23505'],
  ['read her delivery',                     'none', 'yes'],
];

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
    await sql`insert into public.account_deletion_requests (user_id) values (${ada})`;
    const session = await openSession(sql, ada);
    await sql`
      insert into public.sandbox_checkout_sessions (id, record_type, record_id, user_id,
        amount_minor, currency, description, success_url, cancel_url)
      values (${sandboxId('a')}, 'card_order', ${order.id}, ${ada}, 1500, 'USD', 'Card', '/a', '/b')`;
    await sql`
      update public.orders set status = 'manual_payment_rejected' where id = ${decidedOrder.id}`;
    const paidOrder = await insertOrder(sql, orderFields(ada));
    const deliveredOrder = await insertOrder(sql, orderFields(ada));
    const paidRecharge = await insertRecharge(sql, rechargeFields(ada));
    for (const { id } of [paidOrder, deliveredOrder]) {
      await sql`update public.orders set status = 'manual_payment_approved' where id = ${id}`;
    }
    await sql`
      update public.recharges set status = 'manual_payment_approved' where id = ${paidRecharge.id}`;
    await sql`
      update public.deliveries
      set state = 'delivered', card_last4 = '4242', card_expiry = '08/2030', delivered_at = now()
      where record_id = ${deliveredOrder.id}`;
    await sql`update auth.users set email_confirmed_at = now() where id = ${ada}`;
    const [request] = await sql<{ id: string }[]>`
      insert into public.administrator_requests (user_id, action, requested_by)
      values (${ada}, 'make', gen_random_uuid()) returning id`;
    await sql`select private.seal_audit_log()`;
    fixture = {
      ada,
      order: order.id,
      unloggedOrder: unloggedOrder.id,
      decidedOrder: decidedOrder.id,
      recharge: recharge.id,
      unloggedRecharge: unloggedRecharge.id,
      session,
      paidOrder: paidOrder.id,
      paidRecharge: paidRecharge.id,
      deliveredOrder: deliveredOrder.id,
      request: request?.id ?? '',
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
    const asked = [STATEMENTS, BACK_OFFICE_STATEMENTS, AUTOMATION_STATEMENTS, MATCHING_STATEMENTS]
      .flatMap((statements): unknown[] => Object.values(statements))
      .map(String)
      .join('\n');
    expect(names.filter(({ name }) => !asked.includes(`public.${name}`))).toEqual([]);
  });

  it('every table with rows of a user requires the second factor if the user has one', async () => {
    // Exceptions: tables that everyone can read, or administrators with any sign-in, or only the secret key.
    const others = [
      'payment_method_settings',
      'security_settings',
      'sandbox_checkout_sessions',
      'support_contact',
    ];
    const unguarded = await database.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
        select from pg_policies
        where schemaname = 'public' and tablename = relname and permissive = 'RESTRICTIVE'
          and cmd = 'ALL' and qual like '%private.missing_factors%'
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

  /** The same for users with a second factor. */
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
