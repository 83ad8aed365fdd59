import { hash, randomBytes, randomInt } from 'node:crypto';

/** The prefix of link tokens that return an auth code. */
export const PKCE_PREFIX = 'pkce_';

const OTP_DIGITS = 6;

/** 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString('base64url');
}

/** A numeric code for the user to enter. */
export function createOneTimeCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
}

/** The token of an email link: 256 random bits. */
export function createLinkToken(isPkce: boolean): string {
  return `${isPkce ? PKCE_PREFIX : ''}${randomBytes(32).toString('hex')}`;
}

/** The hash of a link token, for storage. */
export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

/** The hash of a code, for storage. It includes the address, so that equal codes have different hashes. */
export function hashOneTimeCode(address: string, code: string): string {
  return hash('sha256', `${address}:${code}`);
}
