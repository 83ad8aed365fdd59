import { AMOUNT_MAX, compareDecimals, parseDecimal, readTypedAmount } from '@beaconpay/domain';
import { z } from './zod.ts';
import { groupThousands } from './format-amount.ts';
import { m } from '../paraglide/messages.js';

interface AmountRule {
  /** A decimal text. */
  min: string;
  /** The maximum number of decimals. */
  places: number;
  /** The message for a number that is too small, or has more decimals. */
  message: string;
}

/** An amount of money as a customer types it. The output is an exact decimal text. */
export function amountOf(rule: AmountRule) {
  return z.pipe(
    z.string(),
    z.transform((typed, context): string => {
      const { amount, problem } = checkAmount(typed, rule);
      if (amount !== undefined) return amount;
      context.issues.push({ code: 'custom', message: problem, input: typed, continue: true });
      return z.NEVER;
    }),
  );
}

type CheckedAmount =
  | { amount: string; problem?: undefined }
  | { amount?: undefined; problem: string };

function checkAmount(typed: string, { min, places, message }: AmountRule): CheckedAmount {
  if (typed.trim() === '') return { problem: message };
  const read = readTypedAmount(typed, places);
  if (read.kind === 'unreadable') return { problem: UNREADABLE };
  if (read.kind === 'ambiguous') return { problem: describeAmbiguity(read, places) };
  const amount = parseDecimal(read.amount, places);
  if (amount === null || compareDecimals(amount, min) < 0) return { problem: message };
  return compareDecimals(amount, AMOUNT_MAX) > 0 ? { problem: TOO_MUCH } : { amount };
}

const TOO_MUCH = m.form_enter_amount_at_most_max({ max: groupThousands(AMOUNT_MAX) });
const UNREADABLE = m.form_enter_amount_in_digits_like_1250_50();

interface Ambiguity {
  asThousands: string;
  asDecimal: string;
}

/** "We can't tell if this is 1,250 or 1.25. Enter 1250 or 1.25." */
function describeAmbiguity({ asThousands, asDecimal }: Ambiguity, places: number): string {
  const isPossible = parseDecimal(asDecimal, places) !== null;
  // Three decimals would be ambiguous again, so a zero is appended.
  const unmistakable = /\.\d{3}$/.test(asDecimal) ? `${asDecimal}0` : asDecimal;
  const decimal = isPossible
    ? unmistakable
    : m.form_amount_with_at_most_places_decimals({ places });
  return m.form_we_cant_tell_if_this_is_thousands({
    thousands: groupThousands(asThousands),
    decimal: asDecimal,
    asThousands,
    exactDecimal: decimal,
  });
}
