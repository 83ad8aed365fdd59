import type { JsonObject, JsonValue } from '../../../../platform/json.ts';
import {
  qualifiedName,
  type Column,
  type Relation,
  type SchemaCache,
} from '../../schema-cache/schema-cache.ts';
import { summaryOf } from './comment.ts';
import { defaultOf, schemaOf } from './json-types.ts';

/** The target of a column's foreign key, preferring tables to views. */
function foreignKeyNote(relation: Relation, column: Column, cache: SchemaCache): string[] {
  const found = (cache.relationships.get(qualifiedName(relation.schema, relation.name)) ?? [])
    .filter((relationship) => relationship.kind === 'key' && relationship.forward)
    .filter(({ target }) => target.schema === relation.schema)
    .toSorted((left, right) => Number(left.target.isView) - Number(right.target.isView))
    .find(
      (relationship) =>
        relationship.kind === 'key' &&
        relationship.pairs.length === 1 &&
        relationship.pairs[0]?.[0] === column.name,
    );
  if (found?.kind !== 'key') return [];
  const { name } = found.target;
  const key = found.pairs[0]?.[1] ?? '';
  return [`This is a Foreign Key to \`${name}.${key}\`.<fk table='${name}' column='${key}'/>`];
}

function describeColumn(relation: Relation, column: Column, cache: SchemaCache): JsonObject {
  const notes = [
    ...(relation.primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
    ...foreignKeyNote(relation, column, cache),
  ];
  const noteText = notes.length === 0 ? '' : `Note:\n${notes.join('\n')}`;
  const description = [column.description, noteText].filter((text) => text).join('\n\n');
  return {
    ...schemaOf(column.baseType),
    ...(description === '' ? {} : { description }),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...(column.enumValues === null ? {} : { enum: [...column.enumValues] }),
    ...defaultOf(column.baseType, column.defaultExpression),
  };
}

export function relationDefinition(relation: Relation, cache: SchemaCache): JsonObject {
  const columns = [...relation.columns.values()];
  const required = columns.filter(({ notNull }) => notNull).map(({ name }) => name);
  return {
    ...(relation.description === null ? {} : { description: relation.description }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(
      columns.map((column) => [column.name, describeColumn(relation, column, cache)]),
    ),
  };
}

export function relationPath(relation: Relation): JsonObject {
  const { name, insertable, updatable, deletable } = relation;
  const operation = (parameters: readonly string[], responses: JsonObject): JsonObject => ({
    tags: [name],
    ...summaryOf(relation.description),
    parameters: parameters.map((parameter) => ({ $ref: `#/parameters/${parameter}` })),
    responses,
  });
  const filters = [...relation.columns.keys()].map((column) => `rowFilter.${name}.${column}`);
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'];
  const list = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  const get = operation([...filters, ...reading], {
    '200': { description: 'OK', schema: list },
    '206': { description: 'Partial Content' },
  });
  // PostgREST describes all write methods if one of them is possible.
  if (!insertable && !updatable && !deletable) return { get };
  return {
    get,
    post: operation([`body.${name}`, 'select', 'preferPost'], {
      '201': { description: 'Created' },
    }),
    delete: operation([...filters, 'preferReturn'], { '204': { description: 'No Content' } }),
    patch: operation([...filters, `body.${name}`, 'preferReturn'], {
      '204': { description: 'No Content' },
    }),
  };
}

export function relationParameters(relation: Relation): [string, JsonValue][] {
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
    {
      in: 'query',
      name: column.name,
      ...(column.description === null ? {} : { description: column.description }),
      required: false,
      type: 'string',
    },
  ]);
  return [[`body.${name}`, body], ...filters];
}
