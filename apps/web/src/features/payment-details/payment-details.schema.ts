import type { PaymentInstructionLine } from '@beaconpay/domain';
import { optionalText, withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import {
  INSTRUCTION_MAX_LENGTH,
  LINE_LABEL_MAX_LENGTH,
  LINE_VALUE_MAX_LENGTH,
  LINES_MAX_COUNT,
} from './payment-details-limits.ts';

function filledText(maxLength: number, missing: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `Use ${maxLength} characters or fewer.`),
      withoutCardSecret('payment details'),
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
        `Use ${INSTRUCTION_MAX_LENGTH} characters or fewer.`,
      ),
      withoutCardSecret('instruction'),
    ),
    lines: z
      .array(
        z.object({
          label: filledText(LINE_LABEL_MAX_LENGTH, 'Enter a label, such as “Bank”.'),
          value: filledText(LINE_VALUE_MAX_LENGTH, 'Enter the detail, or remove this line.'),
        }),
      )
      .check(z.maxLength(LINES_MAX_COUNT, `You can add up to ${LINES_MAX_COUNT} lines.`)),
  }),
  z.transform(({ isOffered, instruction, lines }): PaymentDetails => ({
    isOffered,
    instruction,
    details: lines.length === 0 ? null : lines,
  })),
);

export type PaymentDetailsValues = z.input<typeof paymentDetailsSchema>;
