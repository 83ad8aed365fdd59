import { ADMIN_NOTES_MAX_LENGTH, type ReviewDecision } from '@beaconpay/domain';
import { z } from '../../lib/zod.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';
import { m } from '../../paraglide/messages.js';

export const reviewSchema = z.object({
  notes: z
    .string()
    .check(
      z.maxLength(
        ADMIN_NOTES_MAX_LENGTH,
        m.admin_use_max_characters_or_fewer({ max: ADMIN_NOTES_MAX_LENGTH }),
      ),
    ),
});

export type ReviewValues = z.infer<typeof reviewSchema>;

/** The decision of an administrator about a record. */
export interface Review {
  kind: RecordKind;
  id: string;
  decision: ReviewDecision;
  /** The customer can read it. May be empty. */
  notes: string;
}
