import { COUNTRIES } from '@beaconpay/domain';
import { LOCALE } from './locale.ts';

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'region' });

const CODES = new Map([...COUNTRIES.map(({ id, code }) => [id, code] as const), ['Nigeria', 'NG']]);

/** The name of a country by its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}

/** The name of a country of a profile or an operator. An unknown value is its own label. */
export function countryLabel(id: string): string {
  const code = CODES.get(id);
  return code === undefined ? id : countryName(code);
}
