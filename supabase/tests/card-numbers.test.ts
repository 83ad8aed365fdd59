import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CARD_NUMBER_SHAPE,
  containsCardNumber,
  containsCardSecret,
  containsSecurityCode,
  foldDigits,
  IBAN_SHAPE,
  passesLuhn,
  SECURITY_CODE_SHAPE,
  UUID_SHAPE,
} from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { type Sql } from './support.ts';

const NEVER_STORED = 'For your safety, we never store card numbers or security codes.';

const DRAWS = 50_000;

/** A small seeded generator (mulberry32), so that every run has the same texts. */
function createRandom(seed: number) {
  let state = seed;
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (limit: number) => Math.floor(fraction() * limit);
  const oneOf = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  return { below, oneOf, digits };
}

type Random = ReturnType<typeof createRandom>;

function draw(seed: number, one: (random: Random) => string): string[] {
  const random = createRandom(seed);
  return Array.from({ length: DRAWS }, () => one(random));
}

function dateAnd(random: Random, between = ''): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const date = [
    String(2000 + random.below(40)),
    twoDigits(1 + random.below(12)),
    twoDigits(1 + random.below(28)),
  ].join(between);
  return date + between + random.digits(8);
}

function uuid(random: Random, between = '-'): string {
  const hex = (count: number) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return [hex(8), hex(4), `4${hex(3)}`, random.oneOf(['8', '9', 'a', 'b']) + hex(3), hex(12)].join(
    between,
  );
}

function iban(random: Random): string {
  const [country, bank, digits] = random.oneOf([
    ['DE', '', 18],
    ['GB', 'NWBK', 14],
    ['FR', '', 23],
    ['NL', 'ABNA', 10],
    ['NO', '', 11],
    ['PL', '', 24],
    ['MT', 'MALT', 23],
    ['CH', '', 17],
  ] as const);
  const account = bank + random.digits(digits);
  const numbers = Array.from(`${account}${country}00`, (mark) => parseInt(mark, 36)).join('');
  const check = String(98n - (BigInt(numbers) % 97n)).padStart(2, '0');
  return country + check + account;
}

const inFours = (text: string) => text.replace(/.{4}(?=.)/g, '$& ');

/** Typical references of customers, and how many of a hundred thousand may be refused. */
const HONEST: readonly (readonly [what: string, allowed: number, one: (r: Random) => string])[] = [
  ['a date and eight digits', 0.001, (random) => dateAnd(random)],
  ['a date and eight digits with dashes', 0.001, (random) => dateAnd(random, '-')],
  ['sixteen digits', 0.025, (random) => random.digits(16)],
  ['UUIDs', 0, (random) => uuid(random)],
  ['UUIDs without dashes', 0, (random) => uuid(random, '')],
  ['IBANs', 0, (random) => iban(random)],
  ['IBANs in groups of four', 0, (random) => inFours(iban(random))],
];

/** Texts of parts that the rule looks at, to find differences between its two implementations. */
function soup(random: Random): string {
  const pieces = Array.from({ length: 1 + random.below(4) }, () =>
    random.oneOf([
      () => random.digits(1 + random.below(20)),
      () => random.digits(4),
      () => random.oneOf(['4111111111111111', '3782 822463 10005', '5555-5555-5555-4444']),
      () => random.oneOf([' ', '-', '.', '/', ': ', '+', '----', '\n', '\u200b', 'é', '٫', ', ']),
      () => random.oneOf(['ref', 'x', 'cvv', 'C.V.C 2', 'security code is', 'cid#', 'Ж']),
      () => random.oneOf(['٣', '１２３', '४१११', '①②', '𝟜𝟙', '❹➀', '四一', '🯴', 'ⅷ', '½']),
      () => iban(random),
      () => inFours(iban(random)),
      () => uuid(random),
    ])(),
  );
  return pieces.join('');
}

describe('the rule about card numbers', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  /** The result of the database for each text, queried in batches on several connections. */
  async function judged(texts: readonly string[]) {
    const quarter = Math.ceil(texts.length / 4);
    const parts = [0, 1, 2, 3].map((part) => texts.slice(part * quarter, (part + 1) * quarter));
    const answers = await Promise.all(
      parts.map(
        (part) => sql<{ card: boolean; code: boolean }[]>`
          select private.contains_card_number(value) as card,
            private.contains_security_code(value) as code
          from json_array_elements_text(${JSON.stringify(part)}::text::json)
            with ordinality as t (value, place)
          order by place`,
      ),
    );
    return answers.flat();
  }

  it('has the same patterns and words in the database and in the browser', async () => {
    const [row] = await sql`
      select private.card_number_shape() as card, private.iban_shape() as iban,
        private.uuid_shape() as uuid, private.security_code_shape() as code,
        private.card_secret_message('card name') as message,
        private.card_secret_message('transaction reference') as about_reference`;
    expect(row).toEqual({
      card: CARD_NUMBER_SHAPE,
      iban: IBAN_SHAPE,
      uuid: UUID_SHAPE,
      code: SECURITY_CODE_SHAPE,
      message: `${NEVER_STORED} Please remove them from the card name.`,
      about_reference: `${NEVER_STORED} Please remove the card number. If this is your bank's reference, enter its last eight characters.`,
    });
  });

  /** @covers security.card-numbers.1 */
  it('recognizes every digit of Unicode, in the browser and in the database', async () => {
    const marks: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code += 1) {
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (!isSurrogate && /\p{Nd}/u.test(String.fromCodePoint(code))) {
        marks.push(String.fromCodePoint(code));
      }
    }
    marks.push('➀', '❶', '①', '⓵', '፩', '〇', '零', '九');
    const rows = await sql<{ folded: string }[]>`
      select private.fold_digits(value) as folded
      from json_array_elements_text(${JSON.stringify(marks)}::text::json) with ordinality as t (value, place)
      order by place`;

    const isRead = (folded: string | undefined) => /^[0-9]+$/.test(folded ?? '');
    const unread = marks.filter((mark) => !isRead(foldDigits(mark)));
    expect(unread).toEqual([]);
    expect(marks.filter((mark, place) => rows[place]?.folded !== foldDigits(mark))).toEqual([]);
    expect(marks.length).toBeGreaterThan(700);
  });

  it(`has the same result in the browser and in the database for ${String(DRAWS)} random texts`, async () => {
    const kinds = [...HONEST.map(([, , one]) => one), ...HONEST.map(() => soup)];
    const texts = draw(20261122, (random) => random.oneOf(kinds)(random));
    const rows = await judged(texts);
    const disagreements = texts.filter(
      (text, place) =>
        rows[place]?.card !== containsCardNumber(text) ||
        rows[place].code !== containsSecurityCode(text),
    );
    expect(disagreements).toEqual([]);
    expect(rows.filter(({ card }) => card).length).toBeGreaterThan(DRAWS / 100);
    expect(rows.filter(({ card }) => !card).length).toBeGreaterThan(DRAWS / 100);
    expect(rows.filter(({ code }) => code).length).toBeGreaterThan(DRAWS / 1000);
  });

  // The browser's implementation, which equals the database's by the test above.
  it.each(HONEST)('refuses %s at a rate of at most %d', (_, allowed, one) => {
    const refused = draw(7, one).filter(containsCardSecret).length;
    expect(refused / DRAWS).toBeLessThanOrEqual(allowed);
  });

  it('finds a number of each network in every issued length', () => {
    const issued: readonly (readonly [string, readonly number[]])[] = [
      ['4', [13, 16, 19]],
      ['51', [16]],
      ['2221', [16]],
      ['2720', [16]],
      ['34', [15]],
      ['6011', [16, 19]],
      ['649', [16]],
      ['3528', [16, 19]],
      ['305', [14, 16]],
      ['36', [14]],
      ['62', [16, 19]],
      ['6759', [12, 13, 16, 19]],
      ['5018', [12, 16]],
    ];
    for (const [prefix, lengths] of issued) {
      for (const length of lengths) {
        const start = prefix.padEnd(length - 1, '0');
        const number = Array.from('0123456789', (check) => start + check).find(passesLuhn) ?? '';
        expect(containsCardNumber(number)).toBe(true);
        expect(containsCardNumber(`${number}0`)).toBe(false);
      }
    }
  });
});
