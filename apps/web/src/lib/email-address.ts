import { z } from './zod.ts';
import { m } from '../paraglide/messages.js';

const MAX_LENGTH = 255;

/** Whether browsers and the auth service accept the address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && z.regexes.html5Email.test(text);
}

/** A required email address. Spaces around it are removed. */
export const emailAddress = z.string().check(
  z.trim(),
  z.refine(isEmailAddress, {
    error: ({ input }) =>
      input === '' ? m.form_email_is_required() : m.common_enter_valid_email_address(),
  }),
);
