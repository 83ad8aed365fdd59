const FALLBACK_LETTERS = 'BP';

/** The first two letters of the name, else of the e-mail address, else BP; in capitals. */
export function avatarLetters(
  fullName: string | null | undefined,
  email: string | null | undefined,
) {
  const source = [fullName, email].map((text) => text?.trim() ?? '').find((text) => text !== '');
  // By code point, so that a letter outside the basic plane is not cut in half.
  return source === undefined
    ? FALLBACK_LETTERS
    : Array.from(source).slice(0, 2).join('').toUpperCase();
}
