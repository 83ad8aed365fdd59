/**
 * Payment codes such as BP-7K3F-92QD, which customers put into the remittance text of a transfer.
 *
 * A code has eight characters of Crockford's base 32 (no I, L, O and U). The last one is a check
 * character. The checksum is a Reed-Solomon code with one check symbol over GF(32), where addition is
 * xor and doubling is a shift to the left, reduced by 37 (x^5 + x^2 + 1):
 *
 *     sum := 25
 *     for each character: sum := sum << 1; if sum >= 32 then sum := sum # 37; sum := sum # value
 *
 * A code is valid if the sum over its eight characters is 0. Each position has another weight, so every
 * single wrong character and every exchange of two characters changes the sum.
 *
 * The first group contains a letter, and the last character is a letter. With the prefix, no digits of
 * a code therefore join digits around it into a card number.
 */

import { foldDigits } from './unicode-digits.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'BP';
const CODE_LENGTH = 8;
const GROUP_LENGTH = 4;
const FIRST_SUM = 25;
const REDUCTION = 37;

/** Characters that people type for others of the alphabet. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

function double(sum: number): number {
  const shifted = sum << 1;
  return shifted >= ALPHABET.length ? shifted ^ REDUCTION : shifted;
}

/** Takes characters of the alphabet only. */
function checksum(characters: string): number {
  let sum = FIRST_SUM;
  for (const character of characters) sum = double(sum) ^ ALPHABET.indexOf(character);
  return sum;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character >= 'A';
}

/** Whether eight characters of the alphabet have the letters that a code needs. */
function hasLetters(characters: string): boolean {
  return /[A-Z]/.test(characters.slice(0, GROUP_LENGTH)) && isLetter(characters.at(-1));
}

function isCode(characters: string): boolean {
  return characters.length === CODE_LENGTH && hasLetters(characters) && checksum(characters) === 0;
}

function format(characters: string): string {
  return `${PREFIX}-${characters.slice(0, GROUP_LENGTH)}-${characters.slice(GROUP_LENGTH)}`;
}

/** Upper case and ASCII digits. The length can differ from that of the text. */
function fold(text: string): string {
  return foldDigits(text).toUpperCase();
}

/** The folded text without separators, with the characters that lookalikes stand for. */
function compact(folded: string): string {
  return folded.replace(/[^0-9A-Z]/g, '').replace(/[OIL]/g, (found) => LOOKALIKES[found] ?? found);
}

/**
 * Creates a payment code.
 *
 * @param randomBytes returns the given number of random bytes from a secure source. The function calls
 *   it again for characters that do not make a code; about a third of the attempts is discarded.
 */
export function createPaymentCode(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const values = randomBytes(CODE_LENGTH - 1);
    const data = Array.from(values, (value) => ALPHABET.charAt(value % ALPHABET.length)).join('');
    const characters = data + ALPHABET.charAt(double(checksum(data)));
    if (isCode(characters)) return format(characters);
  }
}

/**
 * The code that a customer typed or a bank changed, in its canonical form, or null if the text is not
 * exactly one code. Case, separators, the prefix and lookalikes (O for 0, I and L for 1) do not matter.
 */
export function normalizePaymentCode(typed: string): string | null {
  const characters = compact(fold(typed));
  const withoutPrefix =
    characters.length === CODE_LENGTH + PREFIX.length && characters.startsWith(PREFIX)
      ? characters.slice(PREFIX.length)
      : characters;
  return isCode(withoutPrefix) ? format(withoutPrefix) : null;
}

/** Whether the text is a payment code in its canonical form. */
export function isPaymentCode(text: string): boolean {
  return normalizePaymentCode(text) === text;
}

/**
 * What a typed reference is: a code, a code with a wrong or exchanged character, or another reference
 * (null). Only a text with the prefix can be a wrong code.
 */
export function judgePaymentCode(typed: string): 'valid' | 'wrong-character' | null {
  if (normalizePaymentCode(typed) !== null) return 'valid';
  const characters = compact(fold(typed));
  return characters.startsWith(PREFIX) && characters.length === CODE_LENGTH + PREFIX.length
    ? 'wrong-character'
    : null;
}

/** Codes after their prefix, wherever the text is split. */
function addCodesWithPrefix(folded: string, found: Map<string, number>): void {
  const characters = compact(folded);
  for (let at = characters.indexOf(PREFIX); at !== -1; at = characters.indexOf(PREFIX, at + 1)) {
    const candidate = characters.slice(at + PREFIX.length, at + PREFIX.length + CODE_LENGTH);
    if (isCode(candidate)) found.set(format(candidate), at);
  }
}

/** Codes without their prefix: neighbouring words that together have eight characters. */
function addCodesOfWords(folded: string, found: Map<string, number>): void {
  const words = folded.split(/[^0-9A-Z]+/);
  let before = 0;
  for (const [first, word] of words.entries()) {
    let candidate = '';
    for (let last = first; last < words.length && candidate.length < CODE_LENGTH; last += 1) {
      candidate += compact(words[last] ?? '');
    }
    if (isCode(candidate) && !found.has(format(candidate))) found.set(format(candidate), before);
    before += word.length;
  }
}

/**
 * All texts of a remittance text that have the form of a payment code, in their order, also if the text
 * is split over lines or has blanks inside. A thirty-second of all words with eight such characters have
 * a valid check character, so the caller looks up which of the codes exist.
 */
export function findPaymentCodes(text: string): string[] {
  const folded = fold(text);
  const found = new Map<string, number>();
  addCodesWithPrefix(folded, found);
  addCodesOfWords(folded, found);
  return [...found].toSorted(([, left], [, right]) => left - right).map(([code]) => code);
}
