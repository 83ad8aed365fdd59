import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { outcomeOf } from './access-outcome.ts';
import { MATCHING_STATEMENTS, type MatchingFixture } from './matching-statements.ts';
import { bankLine, importLines, linksOf, orderWithCode, storedLine } from './matching-support.ts';
import { addFactor, ANON, makeAdmin, SERVICE, signedIn, signUp, type Caller } from './support.ts';

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
  let fixture: MatchingFixture;
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
    expect(RULES.map(([operation]) => operation).sort()).toEqual(
      Object.keys(MATCHING_STATEMENTS).sort(),
    );
  });

  it.each(RULES)(
    '%s: anon %s, herself %s, other customer %s, aal1 %s, first administrator %s, second %s, service %s',
    async (...row) => {
      const [operation, ...expected] = row;
      const statement = MATCHING_STATEMENTS[operation];
      if (statement === undefined) throw new Error(`no statement for "${operation}"`);
      const outcomes: string[] = [];
      for (const caller of callers) {
        outcomes.push(await outcomeOf(database.sql, caller, statement, fixture));
      }
      expect(outcomes).toEqual(expected);
    },
  );
});
