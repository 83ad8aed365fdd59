import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { outcomeOf } from './access-outcome.ts';
import { bankLine, importLines, linksOf, orderWithCode, storedLine } from './matching-support.ts';
import {
  addFactor,
  ANON,
  makeAdmin,
  SERVICE,
  signedIn,
  signUp,
  type Caller,
  type Sql,
} from './support.ts';

interface Fixture {
  readonly ada: string;
  readonly order: string;
  readonly line: string;
  readonly proposed: string;
  readonly confirmed: string;
  readonly case: string;
}

type Statement = (sql: Sql, fixture: Fixture) => PromiseLike<readonly unknown[]>;

const NEW_LINE = JSON.stringify([bankLine()]);

const STATEMENTS: Readonly<Record<string, Statement>> = {
  'reserve a code': (sql) => sql`select public.reserve_payment_code()`,
  'read the codes': (sql) => sql`select * from private.payment_codes`,
  'read the options of payments': (sql) => sql`select public.payment_options()`,
  'read the settings': (sql) => sql`select * from public.matching_settings`,
  'switch automatic approval on': (sql) => sql`
    update public.matching_settings set auto_approve = '{"bank_transfer": true}' returning id`,
  'set a wrong retention': (sql) => sql`
    update public.matching_settings set bank_line_retention_days = 1 returning id`,
  'add settings': (sql) => sql`insert into public.matching_settings default values`,
  'delete settings': (sql) => sql`delete from public.matching_settings`,
  'read the bank lines': (sql) => sql`select id, amount, state from public.bank_lines`,
  'count the bank lines': (sql) => sql`select from public.bank_lines having count(id) > 0`,
  'read the codes of lines': (sql) => sql`select codes from public.bank_lines`,
  'add a bank line': (sql) => sql`
    insert into public.bank_lines (line_key) values (repeat('0', 64))`,
  'change a bank line': (sql) => sql`update public.bank_lines set amount = 1`,
  'change the state of a line': (sql) => sql`update public.bank_lines set state = 'matched'`,
  'delete a bank line': (sql) => sql`delete from public.bank_lines`,
  'import a statement': (sql) => sql`
    select public.import_bank_lines(${NEW_LINE}::text::jsonb, 'statement')`,
  'import lines of Binance': (sql) => sql`
    select public.import_bank_lines(${NEW_LINE}::text::jsonb, 'binance_pay')`,
  'match lines': (sql, { line }) => sql`select private.match_bank_lines(array[${line}::uuid])`,
  'run the approvals': (sql) => sql`select private.approve_matched_links()`,
  'delete old names': (sql) => sql`select private.forget_third_parties()`,
  'read the payment links': (sql) => sql`select id from public.payment_links`,
  'add a payment link': (sql, { line, order }) => sql`
    insert into public.payment_links (line_id, record_id, amount, kind, matched_by)
    values (${line}, ${order}, 1, 'manual', 'manual')`,
  'change a payment link': (sql) => sql`update public.payment_links set state = 'confirmed'`,
  'delete a payment link': (sql) => sql`delete from public.payment_links`,
  'read what was received of her order': (sql, { order }) => sql`
    select * from public.payment_states where record_id = ${order}`,
  'change what was received': (sql) => sql`update public.payment_states set received_amount = 1`,
  'read the waiting references': (sql) => sql`select * from private.waiting_references`,
  'confirm a proposed link': (sql, { proposed }) => sql`
    select * from public.confirm_payment_links(array[${proposed}::uuid])`,
  'undo a confirmed link': (sql, { confirmed }) => sql`
    select public.undo_payment_link(${confirmed})`,
  'ignore a case': (sql, fixture) => sql`select public.resolve_case(${fixture.case}, 'ignore')`,
  'search the lines': (sql) => sql`select * from public.search_bank_lines()`,
  'list the cases': (sql) => sql`select * from public.payment_cases()`,
  'count the cases': (sql) => sql`select public.bank_line_counts()`,
};

type Row = readonly [
  operation: string,
  anon: string,
  ada: string,
  other: string,
  aal1: string,
  first: string,
  second: string,
  service: string,
];

// oxfmt-ignore
const RULES: readonly Row[] = [
  // operation                          anon  ada     other   aal1    first    second   service
  ['reserve a code',                      'no',  'yes',  'yes',  'no',   'yes',   'yes',   'no'],
  ['read the codes',                      'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the options of payments',        'yes', 'yes',  'yes',  'yes',  'yes',   'yes',   'yes'],
  ['read the settings',                   'no',  'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['switch automatic approval on',        'no',  'none', 'none', 'none', 'yes',   'yes',   'no'],
  ['set a wrong retention',               'no',  'none', 'none', 'none', '23514', '23514', 'no'],
  ['add settings',                        'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete settings',                     'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the bank lines',                 'no',  'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['count the bank lines',                'no',  'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['read the codes of lines',             'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['add a bank line',                     'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['change a bank line',                  'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['change the state of a line',          'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete a bank line',                  'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['import a statement',                  'no',  'no',   'no',   'no',   'yes',   'yes',   'yes'],
  ['import lines of Binance',             'no',  'no',   'no',   'no',   'no',    'no',    'yes'],
  ['match lines',                         'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['run the approvals',                   'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete old names',                    'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the payment links',              'no',  'none', 'none', 'none', 'yes',   'yes',   'yes'],
  ['add a payment link',                  'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['change a payment link',               'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['delete a payment link',               'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['read what was received of her order', 'no',  'yes',  'none', 'none', 'yes',   'yes',   'yes'],
  ['change what was received',            'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['read the waiting references',         'no',  'no',   'no',   'no',   'no',    'no',    'no'],
  ['confirm a proposed link',             'no',  'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['undo a confirmed link',               'no',  'no',   'no',   'no',   '23514', 'yes',   'no'],
  ['ignore a case',                       'no',  'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['search the lines',                    'no',  'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['list the cases',                      'no',  'no',   'no',   'no',   'yes',   'yes',   'no'],
  ['count the cases',                     'no',  'no',   'no',   'no',   'yes',   'yes',   'no'],
];

describe('access rules of matching', () => {
  let database: TestDatabase;
  let fixture: Fixture;
  let callers: readonly Caller[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { sql } = database;
    const [ada, other] = [await signUp(sql), await signUp(sql)];
    const [first, second] = [await makeAdmin(sql), await makeAdmin(sql)];
    await addFactor(sql, first);
    await addFactor(sql, second);
    const [one, two] = [await orderWithCode(sql, ada), await orderWithCode(sql, ada)];
    const lines = [
      bankLine({ remittance_text: one.code }),
      bankLine({ remittance_text: two.code }),
      bankLine(),
    ] as const;
    await importLines(sql, signedIn(first, 'aal2'), lines);
    const [proposed] = await linksOf(sql, one.id);
    const [confirmed] = await linksOf(sql, two.id);
    await sql.begin(async (tx) => {
      await tx`
        select set_config('role', 'authenticated', true), set_config('request.jwt.claims',
          ${JSON.stringify({ role: 'authenticated', sub: first, aal: 'aal2' })}, true)`;
      await tx`select * from public.confirm_payment_links(array[${String(confirmed?.id)}::uuid])`;
    });
    fixture = {
      ada,
      order: one.id,
      line: (await storedLine(sql, lines[0])).id,
      proposed: String(proposed?.id),
      confirmed: String(confirmed?.id),
      case: (await storedLine(sql, lines[2])).id,
    };
    callers = [
      ANON,
      signedIn(ada),
      signedIn(other),
      signedIn(second, 'aal1'),
      signedIn(first, 'aal2'),
      signedIn(second, 'aal2'),
      SERVICE,
    ];
  });
  afterAll(() => database.drop());

  it('the table has a line for every statement', () => {
    expect(RULES.map(([operation]) => operation).sort()).toEqual(Object.keys(STATEMENTS).sort());
  });

  it.each(RULES)(
    '%s: anon %s, herself %s, other customer %s, aal1 %s, first administrator %s, second %s, service %s',
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
});
