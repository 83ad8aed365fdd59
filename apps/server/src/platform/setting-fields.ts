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

/** Parts between commas; spaces around them do not count. */
export const list = z.string().transform((text): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
