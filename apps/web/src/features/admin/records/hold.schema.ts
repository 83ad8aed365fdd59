import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';
import { HOLD_REASON_MAX_LENGTH } from './limits.ts';

const MAX_HOLD_DAYS = 365;

/** The start of a day in the reader's zone. NaN if it is no day. */
function startOf(day: string): number {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

export const holdSchema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.record_enter_hold_reason()),
      z.maxLength(HOLD_REASON_MAX_LENGTH),
      withoutCardSecret(m.record_hold_reason()),
    ),
  until: z.pipe(
    z.string().check(
      z.refine((day) => {
        const startMs = startOf(day);
        return startMs > Date.now() && startMs < Date.now() + MAX_HOLD_DAYS * 86_400_000;
      }, m.review_rule_hold_date()),
    ),
    z.transform((day) => new Date(startOf(day)).toISOString()),
  ),
});

export type HoldValues = z.input<typeof holdSchema>;
/** `until` is a time, ISO 8601 in UTC. */
export type Hold = z.output<typeof holdSchema>;
