import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';

/** The output of the form is the new password. */
export const newPasswordSchema = z.pipe(
  z
    .object({
      newPassword: z
        .string()
        .check(
          z.minLength(
            PASSWORD_CHANGE_MIN_LENGTH,
            m.account_new_password_must_be_at_least_min({ min: PASSWORD_CHANGE_MIN_LENGTH }),
          ),
        ),
      repeatedPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
        path: ['repeatedPassword'],
        error: m.account_please_enter_same_new_password_twice(),
      }),
    ),
  z.transform(({ newPassword }) => newPassword),
);

export type NewPasswordValues = z.input<typeof newPasswordSchema>;
