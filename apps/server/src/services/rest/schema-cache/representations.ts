import type { CatalogRows } from './catalog-rows.ts';
import { qualifiedName } from './types.ts';

/** The cast functions of domains, by what they read and what they make. */
export class Representations {
  readonly #functions: ReadonlyMap<string, string>;

  constructor(rows: CatalogRows) {
    this.#functions = new Map(
      rows.representations.map((row) => [qualifiedName(row.source, row.target), row.function]),
    );
  }

  of(type: string) {
    const find = (source: string, target: string) =>
      this.#functions.get(qualifiedName(source, target)) ?? null;
    return {
      fromText: find('text', type),
      fromJson: find('json', type),
      toJson: find(type, 'json'),
    };
  }
}
