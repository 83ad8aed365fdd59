import { AMOUNT_MAX, compareDecimals, parseDecimal } from '@beaconpay/domain';
import { z } from './zod.ts';

interface AmountRule {
  /** A decimal text. */
  min: string;
  /** How many digits may stand after the point. */
  places: number;
  message: string;
}

/** What is typed as an amount of money; an exact decimal text leaves the schema. */
export function amountOf({ min, places, message }: AmountRule) {
  return z.pipe(
    z.string(),
    z.transform((typed, context): string => {
      const exact = parseDecimal(typed, places);
      const isEnough = exact !== null && compareDecimals(exact, min) >= 0;
      const isTooMuch = isEnough && compareDecimals(exact, AMOUNT_MAX) > 0;
      if (isEnough && !isTooMuch) return exact;
      context.issues.push({
        code: 'custom',
        message: isTooMuch ? TOO_MUCH : message,
        input: typed,
        continue: true,
      });
      return z.NEVER;
    }),
  );
}

const TOO_MUCH = `Enter an amount of at most ${AMOUNT_MAX.replace(/\B(?=(\d{3})+$)/g, ',')}.`;
