import type { Slot } from '../request/query-types.ts';

/** The source of a parameter: a value of the request, or a constant of its shape. */
export type ParameterSource = Slot | { readonly constant: string };

/** A value that is inlined into the text of a statement. It comes from `Column.possibleValues`. */
export interface InlinedValue {
  readonly slot: Slot;
  readonly text: string;
}

/**
 * Collects the parameters of a statement. Equal sources share a placeholder, so that Postgres recognizes
 * equal expressions.
 */
export class Parameters {
  readonly sources: ParameterSource[] = [];
  readonly #placeholders = new Map<string, string>();
  readonly #inlined: InlinedValue | null;

  constructor(inlined: InlinedValue | null = null) {
    this.#inlined = inlined;
  }

  /** The placeholder of a value of the request, or the inlined value. */
  slot(slot: Slot): string {
    if (slot === this.#inlined?.slot) return `'${this.#inlined.text}'`;
    return this.#placeholder(`slot ${slot}`, slot);
  }

  /** The placeholder of a constant, such as a key of a JSON path. */
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

/** The parameter values of a request, in the order of the statement. */
export function bindParameters(
  sources: readonly ParameterSource[],
  values: readonly (string | null)[],
): (string | null)[] {
  return sources.map((source) =>
    typeof source === 'number' ? (values[source] ?? null) : source.constant,
  );
}
