/** The countries whose account numbers are IBANs, by their length (SWIFT's registry). */
const COUNTRIES_BY_LENGTH: readonly (readonly [length: number, countries: string])[] = [
  [15, 'NO'],
  [16, 'BE'],
  [18, 'DK|FI|FK|FO|GL|NL|SD'],
  [19, 'MK|SI'],
  [20, 'AT|BA|EE|KZ|LT|LU|MN|XK'],
  [21, 'CH|CR|HR|LI|LV'],
  [22, 'BG|BH|DE|GB|GE|IE|ME|RS|VA'],
  [23, 'AE|GI|IL|IQ|OM|SO|TL'],
  [24, 'AD|CZ|ES|MD|PK|RO|SA|SE|SK|TN|VG'],
  [25, 'LY|PT|ST'],
  [26, 'IS|TR'],
  [27, 'BI|DJ|FR|GR|IT|MC|MR|SM'],
  [28, 'AL|AZ|BY|CY|DO|GT|HN|HU|LB|NI|PL|SV'],
  [29, 'BR|EG|PS|QA|UA'],
  [30, 'JO|KW|MU|YE'],
  [31, 'MT|SC'],
  [32, 'LC'],
  [33, 'RU'],
];

const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  COUNTRIES_BY_LENGTH.flatMap(([length, countries]) =>
    countries.split('|').map((country) => [country, length] as const),
  ),
);

/** The length of the country's IBANs; undefined where there are none. */
export function ibanLength(country: string): number | undefined {
  return IBAN_LENGTHS.get(country);
}

/**
 * Matches what has the shape of an IBAN, in one piece or in groups, wherever it stands in a text. The
 * database's private.iban_shape() is the same, letter by letter.
 */
export const IBAN_SHAPE = `(?<![0-9A-Za-z])(?:${COUNTRIES_BY_LENGTH.map(
  ([length, countries]) => `(?:${countries})[0-9]{2}(?:[ -]?[0-9A-Z]){${length - 4}}`,
).join('|')})(?![0-9A-Za-z])`;

/** Whether the check digits of an IBAN, given in capitals and without marks, are right. */
export function passesIbanCheck(compactIban: string): boolean {
  // ISO 7064: letters count as 10 to 35; the number is taken digit by digit, so any length will do.
  let remainder = 0;
  for (const character of compactIban.slice(4) + compactIban.slice(0, 4)) {
    for (const digit of parseInt(character, 36).toString()) {
      remainder = (remainder * 10 + Number(digit)) % 97;
    }
  }
  return remainder === 1;
}
