import type { PaymentInstructionLine } from '@beaconpay/domain';
import { optionalText, withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import {
  INSTRUCTION_MAX_LENGTH,
  LINE_LABEL_MAX_LENGTH,
  LINE_VALUE_MAX_LENGTH,
  LINES_MAX_COUNT,
} from './payment-details-limits.ts';
import { m } from '../../paraglide/messages.js';

function filledText(maxLength: number, missing: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, m.payment_details_use_max_characters_or_fewer({ max: maxLength })),
      withoutCardSecret(m.payment_details_payment_details()),
    );
}

/** How customers pay with one method. Null is stored for an empty field. */
export interface PaymentDetails {
  isOffered: boolean;
  instruction: string | null;
  details: readonly PaymentInstructionLine[] | null;
}

export const paymentDetailsSchema = z.pipe(
  z.object({
    isOffered: z.boolean(),
    instruction: optionalText.check(
      z.refine(
        (text) => text === null || text.length <= INSTRUCTION_MAX_LENGTH,
        m.payment_details_use_max_characters_or_fewer({ max: INSTRUCTION_MAX_LENGTH }),
      ),
      withoutCardSecret('instruction'),
    ),
    lines: z
      .array(
        z.object({
          label: filledText(LINE_LABEL_MAX_LENGTH, m.payment_details_enter_label_such_as_bank()),
          value: filledText(
            LINE_VALUE_MAX_LENGTH,
            m.payment_details_enter_detail_or_remove_this_line(),
          ),
        }),
      )
      .check(
        z.maxLength(
          LINES_MAX_COUNT,
          m.payment_details_you_can_add_up_to_max_lines({ max: LINES_MAX_COUNT }),
        ),
      ),
  }),
  z.transform(({ isOffered, instruction, lines }): PaymentDetails => ({
    isOffered,
    instruction,
    details: lines.length === 0 ? null : lines,
  })),
);

export type PaymentDetailsValues = z.input<typeof paymentDetailsSchema>;
