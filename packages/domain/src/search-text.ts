/** Accents of Latin, Greek and Cyrillic letters, and the vowel signs of Arabic. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670]/gu;

/** Letters that differ from their plain form by more than a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/** A text as searches compare it: "Zoë" and "ZOE" are equal. The database has the same function. */
export function searchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[ßæœøđðħıłþ]/gu, (letter) => PLAIN[letter] ?? letter);
}
