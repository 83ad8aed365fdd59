import { z } from './zod.ts';

const MAX_LENGTH = 255;

/** The form browsers ask of an address, and the authentication service after them. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && z.regexes.html5Email.test(text);
}

/** A required e-mail address. Spaces around it are no part of it. */
export const emailAddress = z.string().check(
  z.trim(),
  z.refine(isEmailAddress, {
    error: ({ input }) => (input === '' ? 'Email is required.' : 'Enter a valid email address.'),
  }),
);
