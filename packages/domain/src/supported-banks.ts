interface SupportedBank {
  readonly name: string;
  readonly country: string;
}

/** The banks on the wire page. The names are invented, because no real bank has agreed to be listed. */
export const SUPPORTED_BANKS: readonly SupportedBank[] = [
  { name: 'Harbor National Bank', country: 'United States' },
  { name: 'Liberty Coast Bank', country: 'United States' },
  { name: 'Maple Crest Bank', country: 'Canada' },
  { name: 'Thames & Mersey Bank', country: 'United Kingdom' },
  { name: 'Rheintal Bank', country: 'Germany' },
  { name: 'Banque du Littoral', country: 'France' },
  { name: 'Southern Cross Bank', country: 'Australia' },
  { name: 'Lagos Marina Bank', country: 'Nigeria' },
  { name: 'Deccan Commerce Bank', country: 'India' },
];
