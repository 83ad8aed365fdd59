import { hash, randomBytes, randomInt } from 'node:crypto';

/** The prefix of a link's token when a code exchange follows. */
export const PKCE_PREFIX = 'pkce_';

const OTP_DIGITS = 6;

/** 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString('base64url');
}

/** A code that a user can enter. */
export function createOneTimeCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
}

/** The token of a mail's link: 256 random bits. */
export function createLinkToken(isPkce: boolean): string {
  return `${isPkce ? PKCE_PREFIX : ''}${randomBytes(32).toString('hex')}`;
}

/** The stored form of a link's token. */
export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

/** The stored form of a code. It contains the recipient, so that equal codes have different hashes. */
export function hashOneTimeCode(address: string, code: string): string {
  return hash('sha256', `${address}:${code}`);
}
