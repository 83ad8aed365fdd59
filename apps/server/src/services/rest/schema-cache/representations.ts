import type { CatalogRows } from './catalog-rows.ts';
import { qualifiedName } from './schema-cache.ts';

/** Finds the cast functions of a domain by source and target type. */
export function createRepresentations({ representations }: CatalogRows) {
  const functions = new Map(
    representations.map((row) => [qualifiedName(row.source, row.target), row.function]),
  );
  const find = (source: string, target: string) =>
    functions.get(qualifiedName(source, target)) ?? null;
  return (type: string) => ({
    fromText: find('text', type),
    fromJson: find('json', type),
    toJson: find(type, 'json'),
  });
}

export type RepresentationsOf = ReturnType<typeof createRepresentations>;
