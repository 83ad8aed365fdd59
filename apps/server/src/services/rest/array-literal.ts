/** Formats texts as a Postgres array literal. */
export function toArrayLiteral(elements: readonly string[]): string {
  const quoted = elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`);
  return `{${quoted.join(',')}}`;
}
