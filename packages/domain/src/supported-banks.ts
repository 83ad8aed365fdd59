interface SupportedBank {
  readonly name: string;
  /** ISO 3166-1 alpha-2 */
  readonly countryCode: string;
}

/** The banks on the wire page. The names are invented, because no real bank has agreed to be listed. */
export const SUPPORTED_BANKS: readonly SupportedBank[] = [
  { name: 'Harbor National Bank', countryCode: 'US' },
  { name: 'Liberty Coast Bank', countryCode: 'US' },
  { name: 'Maple Crest Bank', countryCode: 'CA' },
  { name: 'Thames & Mersey Bank', countryCode: 'GB' },
  { name: 'Rheintal Bank', countryCode: 'DE' },
  { name: 'Banque du Littoral', countryCode: 'FR' },
  { name: 'Southern Cross Bank', countryCode: 'AU' },
  { name: 'Lagos Marina Bank', countryCode: 'NG' },
  { name: 'Deccan Commerce Bank', countryCode: 'IN' },
];
