import fc from 'fast-check';
import { cleanText } from '../../src/line-collector.ts';
import { sumDecimals } from '../../src/sum-decimals.ts';
import type { StatementLine } from '../../src/statement-line.ts';

/** A line before it is written to a file. */
export type Movement = Omit<StatementLine, 'key' | 'sourceLine' | 'account'>;

export interface Statement {
  readonly account: string;
  readonly movements: readonly Movement[];
}

/** Letters that Windows-1252 and UTF-8 write differently, and marks without a meaning in any format. */
const CHARACTERS = Array.from('abcdefXYZ0123456789 ./(),-éüß&<>"\'');
const REFERENCE_CHARACTERS = Array.from('ABCDEF0123456789');
const IBANS = ['CH9300762011623852957', 'GB82WEST12345698765432', 'NL91ABNA0417164300'];
const DAY_MS = 24 * 60 * 60 * 1000;

function text(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength })
    .map((one) => `a${cleanText(one)}`.slice(0, maxLength).trim())
    .filter((one) => cleanText(one) === one);
}

function dateAt(day: number): string {
  return new Date(Date.parse('2025-12-20') + day * DAY_MS).toISOString().slice(0, 10);
}

/** A reference with leading zeros, which must remain. */
function reference(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({
      unit: fc.constantFrom(...REFERENCE_CHARACTERS),
      minLength: 1,
      maxLength: maxLength - 3,
    })
    .map((one) => `00R${one}`);
}

const amount = fc
  .integer({ min: -9_999_999, max: 9_999_999 })
  .filter((cents) => cents !== 0)
  .map((cents) => sumDecimals([(cents / 100).toFixed(2)]));

interface Extras {
  /** Whether the format has marks for reversals and charges. */
  readonly hasReversals: boolean;
}

export function movements({ hasReversals }: Extras): fc.Arbitrary<Movement> {
  const charges = fc.integer({ min: 1, max: 999 }).map((cents) => ({
    amount: sumDecimals([(cents / 100).toFixed(2)]),
    currency: 'EUR',
  }));
  return fc
    .record({
      day: fc.nat(30),
      days: fc.nat(4),
      amount,
      counterpartyName: fc.option(text(50)),
      counterpartyAccount: fc.option(fc.constantFrom(...IBANS)),
      text: text(140),
      endToEndId: fc.option(reference(35)),
      bankReference: fc.option(reference(16)),
      isReversal: hasReversals ? fc.boolean() : fc.constant(false),
      charges: hasReversals ? fc.option(charges) : fc.constant(null),
    })
    .map(({ day, days, ...rest }) => ({
      ...rest,
      bookingDate: dateAt(day),
      valueDate: dateAt(day + days),
      currency: 'EUR',
      instructed: null,
    }));
}

export const OWN_IBAN = 'DE89370400440532013000';

export function statements(extras: Extras): fc.Arbitrary<Statement> {
  return fc
    .array(movements(extras), { minLength: 1, maxLength: 8 })
    .map((all) => ({ account: OWN_IBAN, movements: all }));
}
