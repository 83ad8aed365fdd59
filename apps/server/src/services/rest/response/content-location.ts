import type { Parameter } from '../request/query-string.ts';

/** By code unit: no language has an order of its own for parameters. */
function byName([left]: Parameter, [right]: Parameter): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * The value of Content-Location (RFC 9110, section 8.7) for rows read: the table or view with the
 * query's parameters sorted by name.
 */
export function contentLocation(name: string, parameters: readonly Parameter[]): string {
  const pairs = parameters
    .toSorted(byName)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  const path = `/${encodeURIComponent(name)}`;
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
