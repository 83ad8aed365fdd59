export interface Country {
  /** The value of a profile's country column. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 */
  readonly code: string;
}

export const COUNTRIES: readonly Country[] = [
  { id: 'USA', code: 'US' },
  { id: 'Canada', code: 'CA' },
  { id: 'UK', code: 'GB' },
  { id: 'Australia', code: 'AU' },
  { id: 'Germany', code: 'DE' },
  { id: 'India', code: 'IN' },
];
