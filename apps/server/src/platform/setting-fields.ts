import { z } from 'zod';

/** Types of environment variables. Each room composes its own schema from them. */
export const flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});

const wholeNumber = z.coerce.number().int('must be a whole number');
export const count = wholeNumber.nonnegative();
export const positiveCount = wholeNumber.positive();

export function countBetween(min: number, max: number) {
  return wholeNumber.min(min).max(max);
}

/** 100 years: a date plus this duration is still a valid date. */
const MAX_DURATION_S = 3_153_600_000;
export const duration = countBetween(1, MAX_DURATION_S);
/** In seconds. Timers of Node fire at once above 24 days. */
export const timerDuration = z.coerce.number().positive().max(2_147_483);

/** Values between commas, trimmed. */
export const list = z.string().transform((text): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
