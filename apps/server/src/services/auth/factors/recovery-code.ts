import { hash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Crockford's base32: none of its characters is taken for another one. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Ten codes of 80 random bits, in groups that can be read out. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

/** How a code is stored. What people write otherwise is read as what was meant. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const meant = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return hash('sha256', `${userId}:${meant}`, 'buffer');
}
