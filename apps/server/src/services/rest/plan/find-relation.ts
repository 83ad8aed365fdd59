import { errors } from '../errors.ts';
import { qualifiedName, type Relation, type SchemaCache } from '../schema-cache/schema-cache.ts';
import { findSimilarName } from '../similar-name.ts';

const MIN_SIMILARITY = 0.75;

/** @throws RestError PGRST205 */
export function findRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = cache.relations.get(qualifiedName(schema, name));
  if (relation !== undefined) return relation;
  const names = [...cache.relations.values()]
    .filter((candidate) => candidate.schema === schema)
    .map((candidate) => candidate.name);
  throw errors.tableNotFound(schema, name, findSimilarName(name, names, MIN_SIMILARITY));
}
