import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { Column, Relation, Routine, SchemaCache } from '../schema-cache/types.ts';

/** JSON types of Postgres types; all others are texts. */
const JSON_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(smallint|integer|bigint)$/, 'integer'],
  [/^(numeric|real|double precision)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/\[\]$/, 'array'],
];

const PREFER_VALUES: Readonly<Record<string, readonly string[]>> = {
  preferParams: ['params=single-object'],
  preferReturn: ['return=representation', 'return=minimal', 'return=none'],
  preferCount: ['count=none'],
  preferPost: [
    'return=representation',
    'return=minimal',
    'return=none',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ],
};

function typeOf(type: string): JsonObject {
  if (type === 'json' || type === 'jsonb') return { format: type };
  const found = JSON_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
  if (found !== 'array') return { type: found, format: type };
  return { type: 'array', format: type, items: typeOf(type.replace(/\[\]$/, '')) };
}

function describeColumn(relation: Relation, column: Column, cache: SchemaCache): JsonObject {
  const isKey = relation.primaryKey.includes(column.name);
  const reference = (cache.relationships.get(`${relation.schema}\0${relation.name}`) ?? []).find(
    (relationship) =>
      relationship.kind === 'key' &&
      relationship.forward &&
      relationship.pairs.length === 1 &&
      relationship.pairs[0]?.[0] === column.name,
  );
  const notes = [
    ...(isKey ? ['This is a Primary Key.<pk/>'] : []),
    ...(reference?.kind === 'key'
      ? [
          `This is a Foreign Key to \`${reference.target.name}.${reference.pairs[0]?.[1]}\`.<fk table='${reference.target.name}' column='${reference.pairs[0]?.[1]}'/>`,
        ]
      : []),
  ];
  const noteText = notes.length === 0 ? '' : `Note:\n${notes.join('\n')}`;
  const description = [column.description, noteText].filter((text) => text).join('\n\n');
  return {
    ...typeOf(column.baseType),
    ...(description === '' ? {} : { description }),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...(column.enumValues === null ? {} : { enum: [...column.enumValues] }),
    ...(column.defaultExpression === null ? {} : { default: column.defaultExpression }),
  };
}

function definition(relation: Relation, cache: SchemaCache): JsonObject {
  const columns = [...relation.columns.values()];
  const required = columns
    .filter((column) => column.notNull && column.defaultExpression === null)
    .map(({ name }) => name);
  return {
    ...(relation.description === null ? {} : { description: relation.description }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(
      columns.map((column) => [column.name, describeColumn(relation, column, cache)]),
    ),
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/parameters/${name}` });

function operation(
  relation: Relation,
  parameters: readonly string[],
  responses: JsonObject,
): JsonObject {
  return {
    tags: [relation.name],
    ...(relation.description === null ? {} : { summary: relation.description }),
    parameters: parameters.map(reference),
    responses,
  };
}

function relationPath(relation: Relation): JsonObject {
  const { name, insertable, updatable, deletable } = relation;
  const filters = [...relation.columns.keys()].map((column) => `rowFilter.${name}.${column}`);
  const list = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'];
  return {
    get: operation(relation, [...filters, ...reading], {
      '200': { description: 'OK', schema: list },
      '206': { description: 'Partial Content' },
    }),
    ...(insertable
      ? {
          post: operation(relation, [`body.${name}`, 'select', 'preferPost'], {
            '201': { description: 'Created' },
          }),
        }
      : {}),
    ...(updatable
      ? {
          patch: operation(relation, [...filters, `body.${name}`, 'preferReturn'], {
            '204': { description: 'No Content' },
          }),
        }
      : {}),
    ...(deletable
      ? {
          delete: operation(relation, [...filters, 'preferReturn'], {
            '204': { description: 'No Content' },
          }),
        }
      : {}),
  };
}

function routinePath(routine: Routine): JsonObject {
  const { name, description, parameters, volatility } = routine;
  const named = parameters.filter((parameter) => parameter.name !== '');
  const required = named
    .filter((parameter) => parameter.required)
    .map((parameter) => parameter.name);
  const common: JsonObject = {
    tags: [`(rpc) ${name}`],
    ...(description === null ? {} : { summary: description }),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { '200': { description: 'OK' } },
  };
  const body: JsonObject = {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(named.map(({ name: key, type }) => [key, typeOf(type)])),
    },
  };
  const query = named.map((parameter): JsonObject => ({
    in: 'query',
    name: parameter.name,
    required: parameter.required,
    ...typeOf(parameter.type),
  }));
  const post = { ...common, parameters: [body, reference('preferParams')] };
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
    { ...inHeader('Prefer', 'Preference'), enum: [...values] },
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

function relationParameters(relation: Relation): [string, JsonValue][] {
  const { name } = relation;
  const body: JsonObject = {
    in: 'body',
    name,
    description: name,
    required: false,
    schema: { $ref: `#/definitions/${name}` },
  };
  const filters = [...relation.columns.values()].map((column): [string, JsonValue] => [
    `rowFilter.${name}.${column.name}`,
    { in: 'query', name: column.name, required: false, type: 'string' },
  ]);
  return [[`body.${name}`, body], ...filters];
}

export interface Visible {
  readonly relations: ReadonlySet<string>;
  readonly routines: ReadonlySet<string>;
}

/**
 * Describes a schema as OpenAPI 2.0: the relations and functions that the
 * caller's role may use.
 *
 * @param location scheme, host and base path under which the API is reached
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
  const routines = [...cache.routines.values()]
    .flatMap(([first]) => first ?? [])
    .filter((routine) => routine.schema === schema && visible.routines.has(routine.name));
  return {
    swagger: '2.0',
    info: {
      title: 'Data API',
      description: cache.schemaDescriptions.get(schema) ?? 'The database as a REST API',
      version: '14',
    },
    host: location.host,
    basePath: location.basePath,
    schemes: [location.scheme],
    consumes: JSON_MEDIA_TYPES,
    produces: JSON_MEDIA_TYPES,
    paths: Object.fromEntries([
      ...relations.map((relation) => [`/${relation.name}`, relationPath(relation)] as const),
      ...routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)] as const),
    ]),
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, definition(relation, cache)]),
    ),
    parameters: {
      ...sharedParameters(),
      ...Object.fromEntries(relations.flatMap(relationParameters)),
    },
  };
}

const JSON_MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];
