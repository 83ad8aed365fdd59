import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { z } from '../../../lib/zod.ts';

/** The output of the form is the new password. */
export const newPasswordSchema = z.pipe(
  z
    .object({
      newPassword: z
        .string()
        .check(
          z.minLength(
            PASSWORD_CHANGE_MIN_LENGTH,
            `New password must be at least ${PASSWORD_CHANGE_MIN_LENGTH} characters.`,
          ),
        ),
      repeatedPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
        path: ['repeatedPassword'],
        error: 'Please enter the same new password twice.',
      }),
    ),
  z.transform(({ newPassword }) => newPassword),
);

export type NewPasswordValues = z.input<typeof newPasswordSchema>;
