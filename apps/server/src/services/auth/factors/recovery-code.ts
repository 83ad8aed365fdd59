import { hash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Crockford's base32, in which no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Ten codes of 80 random bits, in groups that are easy to read aloud. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

/** The stored form of a code. Characters that look alike are equal in it. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const meant = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return hash('sha256', `${userId}:${meant}`, 'buffer');
}
