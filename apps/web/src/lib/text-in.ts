import type { Json } from '@beaconpay/database';

/** A text of a JSON object by its name; empty when there is none. */
export function textIn(details: Json, name: string): string {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return '';
  const value = details[name];
  return typeof value === 'string' ? value : '';
}
