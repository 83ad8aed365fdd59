import { authErrors } from '../errors.ts';

/** What bcrypt, which a moved account may be hashed with, can tell apart. */
const MAX_LENGTH = 72;

/** @throws AuthError weak_password */
export function checkPasswordStrength(password: string, minLength: number): void {
  const length = Array.from(password).length;
  if (length < minLength) {
    throw authErrors.weakPassword(`Password should be at least ${minLength} characters.`, [
      'length',
    ]);
  }
  if (length > MAX_LENGTH) {
    throw authErrors.weakPassword(`Password cannot be longer than ${MAX_LENGTH} characters.`, [
      'length',
    ]);
  }
}
