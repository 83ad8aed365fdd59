const FALLBACK_LETTERS = 'BP';

/** The first two letters of the name in capitals; without a name those of the email address, else BP. */
export function avatarLetters(
  fullName: string | null | undefined,
  email: string | null | undefined,
) {
  const source = [fullName, email].map((text) => text?.trim() ?? '').find((text) => text !== '');
  // By code point: a letter outside the basic plane has two code units.
  return source === undefined
    ? FALLBACK_LETTERS
    : Array.from(source).slice(0, 2).join('').toUpperCase();
}
