import {
  AMOUNT_MAX,
  compareDecimals,
  groupThousands,
  parseDecimal,
  readTypedAmount,
} from '@beaconpay/domain';
import { z } from './zod.ts';

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

const TOO_MUCH = `Enter an amount of at most ${groupThousands(AMOUNT_MAX)}.`;
const UNREADABLE = 'Enter the amount in digits, like 1250.50.';

interface Ambiguity {
  asThousands: string;
  asDecimal: string;
}

/** "We can't tell if this is 1,250 or 1.25. Enter 1250 or 1.25." */
function describeAmbiguity({ asThousands, asDecimal }: Ambiguity, places: number): string {
  const isPossible = parseDecimal(asDecimal, places) !== null;
  // Three decimals would be ambiguous again, so a zero is appended.
  const unmistakable = /\.\d{3}$/.test(asDecimal) ? `${asDecimal}0` : asDecimal;
  const decimal = isPossible ? unmistakable : `an amount with at most ${places} decimals`;
  return `We can't tell if this is ${groupThousands(asThousands)} or ${asDecimal}. Enter ${asThousands} or ${decimal}.`;
}
