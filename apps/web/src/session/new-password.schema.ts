import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { z } from '../lib/zod.ts';

export const PASSWORD_TOO_SHORT = {
  title: 'Password Too Short',
  description: `New password must be at least ${PASSWORD_CHANGE_MIN_LENGTH} characters.`,
};

export const PASSWORDS_DO_NOT_MATCH = {
  title: 'Passwords Do Not Match',
  description: 'Please enter the same new password twice.',
};

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

export const emptyNewPassword: NewPasswordValues = { newPassword: '', repeatedPassword: '' };
