import { hash, randomBytes, randomInt } from 'node:crypto';

/** What the link of a mail begins with when a code exchange follows it. */
export const PKCE_PREFIX = 'pkce_';

const OTP_DIGITS = 6;

/** 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString('base64url');
}

/** A code a person can type. */
export function createOneTimeCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
}

/** What the link of a mail carries: 256 random bits. */
export function createLinkToken(isPkce: boolean): string {
  return `${isPkce ? PKCE_PREFIX : ''}${randomBytes(32).toString('hex')}`;
}

/** How a link's token is stored. */
export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

/** How a typed code is stored: with the address it was sent to, so that equal codes differ. */
export function hashOneTimeCode(address: string, code: string): string {
  return hash('sha256', `${address}:${code}`);
}
