import { z } from 'zod';

/** What environment variables may hold; each room builds its own schema of these. */
export const flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});

const wholeNumber = z.coerce.number().int('must be a whole number');
export const count = wholeNumber.nonnegative();
export const positiveCount = wholeNumber.positive();

export function countBetween(least: number, most: number) {
  return wholeNumber.min(least).max(most);
}

/** A century: what is added to a date is still one. */
const LONGEST_S = 3_153_600_000;
export const duration = countBetween(1, LONGEST_S);
/** 24 days: timers of Node know no more, and fire at once instead. */
export const timerDuration = z.coerce.number().positive().max(2_147_483);

/** What somebody gave; an empty value, or one of spaces, means "not set", as a copied .env.example has it. */
export function givenVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
    ),
  );
}

/** Parts between commas; spaces around them do not count. */
export const list = z.string().transform((text): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
