import { z } from 'zod';
import { authErrors } from '../errors.ts';

const MAX_LENGTH = 255;
const htmlEmail = z.string().max(MAX_LENGTH).regex(z.regexes.html5Email);

/** The form in which addresses are compared and stored. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase();
}

/** A normalized address, or null when the text is not an address. */
export function readEmail(text: string): string | null {
  const normalized = normalizeEmail(text);
  return htmlEmail.safeParse(normalized).success ? normalized : null;
}

/**
 * A normalized address in the form that browsers accept, too.
 *
 * @throws AuthError validation_failed
 */
export function parseEmail(address: string): string {
  const normalized = normalizeEmail(address);
  if (normalized === '') throw authErrors.validationFailed('An email address is required');
  const email = readEmail(normalized);
  if (email === null) {
    throw authErrors.validationFailed('Unable to validate email address: invalid format');
  }
  return email;
}
