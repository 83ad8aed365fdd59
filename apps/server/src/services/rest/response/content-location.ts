import type { Parameter } from '../request/query-string.ts';

/** Compares by code unit, independent of any locale. */
function byName([left]: Parameter, [right]: Parameter): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The `Content-Location` of a read (RFC 9110, section 8.7): the relation and its sorted parameters. */
export function contentLocation(name: string, parameters: readonly Parameter[]): string {
  const pairs = parameters
    .toSorted(byName)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  const path = `/${encodeURIComponent(name)}`;
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
