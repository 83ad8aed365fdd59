export interface Country {
  /** What is stored in a profile's country column. */
  readonly id: string;
  readonly label: string;
}

export const COUNTRIES: readonly Country[] = [
  { id: 'USA', label: 'United States' },
  { id: 'Canada', label: 'Canada' },
  { id: 'UK', label: 'United Kingdom' },
  { id: 'Australia', label: 'Australia' },
  { id: 'Germany', label: 'Germany' },
  { id: 'India', label: 'India' },
];

/** How a stored country is called on screen; an unknown one is shown as it is stored. */
export function countryLabel(id: string): string {
  return COUNTRIES.find((country) => country.id === id)?.label ?? id;
}
