import type { Parameter } from '../request/query-string.ts';

/**
 * The value of Content-Location (RFC 9110, section 8.7) for rows read: the table or view with the
 * query's parameters sorted by name.
 */
export function contentLocation(name: string, parameters: readonly Parameter[]): string {
  const pairs = parameters
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  const path = `/${encodeURIComponent(name)}`;
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
