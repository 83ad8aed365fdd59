import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { z } from '../../lib/zod.ts';

export const PASSWORD_TOO_SHORT = {
  title: 'Password Too Short',
  description: `New password must be at least ${PASSWORD_CHANGE_MIN_LENGTH} characters.`,
};

export const PASSWORDS_DO_NOT_MATCH = {
  title: 'Passwords Do Not Match',
  description: 'Please enter the same new password twice.',
};

export const changePasswordSchema = z
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
  );

export type ChangePasswordValues = z.infer<typeof changePasswordSchema>;

export const emptyChangePassword: ChangePasswordValues = { newPassword: '', repeatedPassword: '' };
