export interface Country {
  /** The value of a profile's country column. */
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

/** The label of a stored country. An unknown value is its own label. */
export function countryLabel(id: string): string {
  return COUNTRIES.find((country) => country.id === id)?.label ?? id;
}
