import { failures } from '../errors.ts';
import type { Slot } from '../request/types.ts';
import type { DatabaseName } from '../schema-cache/types.ts';

/** Where a parameter's value comes from: the request's value list, or the shape itself. */
export type ParameterSource = Slot | { readonly constant: string };

/**
 * The only way a name gets into SQL. Everything between the double quotes is
 * one identifier to Postgres, whatever it contains.
 *
 * @throws RestError for what no Postgres name can be: empty (42601) or with a NUL in it (22021)
 */
export function quoteIdentifier(name: string): string {
  if (name === '') throw failures.emptyName();
  if (name.includes('\0')) throw failures.invalidName();
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified({ schema, name }: DatabaseName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/** The value of a slot that stands in a statement's text; one of the schema cache, which needs no escaping. */
export interface WrittenValue {
  readonly slot: Slot;
  readonly text: string;
}

/**
 * Collects the parameters of one statement. The same source asked for twice is
 * the same placeholder, so that Postgres sees equal expressions as equal.
 */
export class Parameters {
  readonly sources: ParameterSource[] = [];
  readonly #placeholders = new Map<string, string>();
  readonly #written: WrittenValue | null;

  constructor(written: WrittenValue | null = null) {
    this.#written = written;
  }

  /** The placeholder of a value of the request, or the value where it is written into the text. */
  slot(slot: Slot): string {
    if (slot === this.#written?.slot) return `'${this.#written.text}'`;
    return this.#placeholder(`slot ${slot}`, slot);
  }

  /** The placeholder of a text that belongs to the shape, such as a key of a JSON path. */
  constant(text: string): string {
    return this.#placeholder(`constant ${text}`, { constant: text });
  }

  #placeholder(key: string, source: ParameterSource): string {
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    const placeholder = `$${this.sources.push(source)}`;
    this.#placeholders.set(key, placeholder);
    return placeholder;
  }
}

/** The parameters of one request, in the statement's order. */
export function bindParameters(
  sources: readonly ParameterSource[],
  values: readonly (string | null)[],
): (string | null)[] {
  return sources.map((source) =>
    typeof source === 'number' ? (values[source] ?? null) : source.constant,
  );
}
