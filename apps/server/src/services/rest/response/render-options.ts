import { findRelation } from '../plan/find-relation.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import { qualifiedName, type Relation, type SchemaCache } from '../schema-cache/schema-cache.ts';
import type { RestResponse } from './rest-response.ts';

function allow(methods: readonly string[]): RestResponse {
  return {
    status: 200,
    headers: { Allow: methods.join(','), 'Access-Control-Allow-Origin': '*' },
    body: null,
  };
}

function methodsOf(relation: Relation): string[] {
  const { insertable, updatable, deletable, primaryKey } = relation;
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}

/**
 * Renders the response to OPTIONS: the allowed methods.
 *
 * @throws RestError PGRST205
 */
export function renderOptions(request: ParsedRequest, cache: SchemaCache): RestResponse {
  const { target, schema } = request;
  if (target.kind === 'root') return allow(['OPTIONS', 'GET', 'HEAD']);
  if (target.kind === 'relation') return allow(methodsOf(findRelation(cache, schema, target.name)));
  const routines = cache.routines.get(qualifiedName(schema, target.name)) ?? [];
  const changes = routines.every(({ volatility }) => volatility === 'volatile');
  return allow(changes ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']);
}
