import type { JsonObject } from '../../../../platform/json.ts';
import type { Routine, SchemaCache } from '../../schema-cache/schema-cache.ts';
import { splitComment, summaryOf } from './comment.ts';
import { relationDefinition, relationParameters, relationPath } from './relations.ts';
import { queryTypeOf, schemaOf } from './json-types.ts';

const SINGLE_MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
];
const MEDIA_TYPES = [...SINGLE_MEDIA_TYPES, 'text/csv'];

const RETURN_VALUES = ['return=representation', 'return=minimal', 'return=none'];
const PREFER_VALUES: Readonly<Record<string, readonly string[]>> = {
  preferParams: [],
  preferReturn: RETURN_VALUES,
  preferCount: ['count=none'],
  preferPost: [...RETURN_VALUES, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'],
};

function routinePath(routine: Routine): JsonObject {
  const { name, description, parameters, volatility } = routine;
  const common: JsonObject = {
    tags: [`(rpc) ${name}`],
    ...summaryOf(description),
    produces: SINGLE_MEDIA_TYPES,
    responses: { '200': { description: 'OK' } },
  };
  const required = parameters
    .filter((parameter) => parameter.required)
    .map((parameter) => parameter.name);
  const body: JsonObject = {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      type: 'object',
      ...(description === null ? {} : { description }),
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(
        parameters.map(({ name: key, type }) => [key, schemaOf(type)]),
      ),
    },
  };
  const query = parameters.map((parameter): JsonObject => ({
    in: 'query',
    name: parameter.name,
    required: parameter.required,
    ...queryTypeOf(parameter),
  }));
  const post = { ...common, parameters: [body, { $ref: '#/parameters/preferParams' }] };
  return volatility === 'volatile' ? { post } : { get: { ...common, parameters: query }, post };
}

function sharedParameters(): JsonObject {
  const inQuery = (name: string, description: string): JsonObject => ({
    in: 'query',
    name,
    description,
    required: false,
    type: 'string',
  });
  const inHeader = (name: string, description: string): JsonObject => ({
    ...inQuery(name, description),
    in: 'header',
  });
  const preferences = Object.entries(PREFER_VALUES).map(([name, values]): [string, JsonObject] => [
    name,
    {
      ...inHeader('Prefer', 'Preference'),
      ...(values.length === 0 ? {} : { enum: [...values] }),
    },
  ]);
  return {
    ...Object.fromEntries(preferences),
    select: inQuery('select', 'Filtering Columns'),
    on_conflict: inQuery('on_conflict', 'On Conflict'),
    order: inQuery('order', 'Ordering'),
    range: inHeader('Range', 'Limiting and Pagination'),
    rangeUnit: { ...inHeader('Range-Unit', 'Limiting and Pagination'), default: 'items' },
    offset: inQuery('offset', 'Limiting and Pagination'),
    limit: inQuery('limit', 'Limiting and Pagination'),
  };
}

const ROOT_PATH: JsonObject = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { '200': { description: 'OK' } },
  },
};

export interface Visible {
  readonly relations: ReadonlySet<string>;
  readonly routines: ReadonlySet<string>;
}

/**
 * Describes a schema as OpenAPI 2.0.
 *
 * @param visible the relations and functions that the caller's role may use
 */
export function describeSchema(
  cache: SchemaCache,
  schema: string,
  visible: Visible,
  location: { readonly scheme: string; readonly host: string; readonly basePath: string },
): JsonObject {
  const relations = [...cache.relations.values()].filter(
    (relation) => relation.schema === schema && visible.relations.has(relation.name),
  );
  // Overloads share a path. It describes the one with the most parameters.
  const routines = [...cache.routines.values()]
    .flatMap((overloads) => overloads.at(-1) ?? [])
    .filter((routine) => routine.schema === schema && visible.routines.has(routine.name));
  const { title, rest } = splitComment(cache.schemaDescriptions.get(schema) ?? null);
  return {
    swagger: '2.0',
    info: {
      title: title ?? 'Data API',
      description: rest ?? 'The database as a REST API, as PostgREST serves it',
      version: '14',
    },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/v14/references/api.html',
    },
    host: location.host,
    basePath: location.basePath,
    schemes: [location.scheme],
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: Object.fromEntries([
      ['/', ROOT_PATH] as const,
      ...relations.map((relation) => [`/${relation.name}`, relationPath(relation)] as const),
      ...routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)] as const),
    ]),
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, relationDefinition(relation, cache)]),
    ),
    parameters: {
      ...sharedParameters(),
      ...Object.fromEntries(relations.flatMap(relationParameters)),
    },
  };
}
