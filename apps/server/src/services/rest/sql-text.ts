import { errors } from './errors.ts';

/** A qualified name in the database. */
export interface DatabaseName {
  readonly schema: string;
  readonly name: string;
}

/**
 * Quotes an identifier. All names in SQL come from this function.
 *
 * @throws RestError for an empty name (42601) or one with NUL (22021)
 */
export function quoteIdentifier(name: string): string {
  if (name === '') throw errors.emptyName();
  if (name.includes('\0')) throw errors.invalidName();
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified({ schema, name }: DatabaseName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/** Formats texts as a Postgres array literal. */
export function toArrayLiteral(elements: readonly string[]): string {
  const quoted = elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`);
  return `{${quoted.join(',')}}`;
}
