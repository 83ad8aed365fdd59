import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { z } from '../lib/zod.ts';
import { PASSWORD_TOO_SHORT, PASSWORDS_DO_NOT_MATCH } from './new-password-problems.ts';

/** What leaves the form is the new password itself. */
export const newPasswordSchema = z.pipe(
  z
    .object({
      newPassword: z
        .string()
        .check(z.minLength(PASSWORD_CHANGE_MIN_LENGTH, PASSWORD_TOO_SHORT.description)),
      repeatedPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
        path: ['repeatedPassword'],
        error: PASSWORDS_DO_NOT_MATCH.description,
      }),
    ),
  z.transform(({ newPassword }) => newPassword),
);

export type NewPasswordValues = z.input<typeof newPasswordSchema>;
