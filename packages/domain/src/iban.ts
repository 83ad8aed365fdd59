/** The lengths of IBANs by country (the registry of SWIFT). */
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

/** The length of the country's IBANs; undefined for a country without IBANs. */
export function ibanLength(country: string): number | undefined {
  return IBAN_LENGTHS.get(country);
}

/**
 * Matches a text in the form of an IBAN, with or without groups, anywhere in a longer text. Equal to the
 * database's private.iban_shape().
 */
export const IBAN_SHAPE = `(?<![0-9A-Za-z])(?:${COUNTRIES_BY_LENGTH.map(
  ([length, countries]) => `(?:${countries})[0-9]{2}(?:[ -]?[0-9A-Z]){${length - 4}}`,
).join('|')})(?![0-9A-Za-z])`;

/** Whether the check digits of an IBAN are valid. Takes upper case without separators. */
export function passesIbanCheck(compactIban: string): boolean {
  // ISO 7064: letters count as 10 to 35. The remainder is computed character by character, for any length.
  let remainder = 0;
  for (const character of compactIban.slice(4) + compactIban.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1;
}
