import { z } from 'zod';
import { authErrors } from '../errors.ts';

const MAX_LENGTH = 255;
const htmlEmail = z.string().max(MAX_LENGTH).regex(z.regexes.html5Email);

/** How addresses are compared and stored. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * A normalized address of a form that browsers accept too.
 *
 * @throws AuthError validation_failed
 */
export function parseEmail(address: string): string {
  const normalized = normalizeEmail(address);
  if (normalized === '') throw authErrors.validationFailed('An email address is required');
  if (!htmlEmail.safeParse(normalized).success) {
    throw authErrors.validationFailed('Unable to validate email address: invalid format');
  }
  return normalized;
}
