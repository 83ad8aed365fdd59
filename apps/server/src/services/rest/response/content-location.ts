import { splitParameters } from '../request/query-string.ts';

/**
 * The value of Content-Location (RFC 9110, section 8.7) for rows read: the table or view with the
 * query's parameters sorted by name. The API key is nobody else's business.
 */
export function contentLocation(name: string, query: string): string {
  const parameters = splitParameters(query)
    .filter(([key]) => key !== 'apikey')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  const path = `/${encodeURIComponent(name)}`;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
