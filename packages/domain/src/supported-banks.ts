interface SupportedBank {
  readonly name: string;
  readonly country: string;
}

/** Banks the wire page lists. Invented names: no real bank has agreed to be shown. */
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
