import { tryParseJson, type JsonObject } from '../../../../platform/json.ts';
import type { Parameter } from '../../schema-cache/schema-cache.ts';

/** The JSON types of Postgres types. Null means any type; types not listed are strings. */
const JSON_TYPES: Readonly<Record<string, string | null>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  json: null,
  jsonb: null,
};

/** The JSON type of a Postgres type; null for any type. */
function jsonTypeOf(type: string): string | null {
  if (Object.hasOwn(JSON_TYPES, type)) return JSON_TYPES[type] ?? null;
  return type.endsWith('[]') ? 'array' : 'string';
}

const elementOf = (type: string) => type.slice(0, -2);

function typed(type: string | null): JsonObject {
  return type === null ? {} : { type };
}

/** OpenAPI has its own formats for integers. */
const FORMATS: Readonly<Record<string, string>> = {
  smallint: 'int32',
  integer: 'int32',
  bigint: 'int64',
};

const formatOf = (type: string): string => FORMATS[type] ?? type;

/** The OpenAPI schema of a type. */
export function schemaOf(type: string): JsonObject {
  const jsonType = jsonTypeOf(type);
  return {
    ...typed(jsonType),
    format: formatOf(type),
    ...(jsonType === 'array' ? { items: typed(jsonTypeOf(elementOf(type))) } : {}),
  };
}

/** The OpenAPI type of an argument in a query string. Only variadic arguments are arrays. */
export function queryTypeOf({ type, variadic }: Parameter): JsonObject {
  const jsonType = jsonTypeOf(type);
  if (!variadic) {
    const valueType = jsonType === null || jsonType === 'array' ? 'string' : jsonType;
    return { type: valueType, format: formatOf(type) };
  }
  const element = elementOf(type);
  return {
    type: jsonType ?? 'string',
    items: { ...typed(jsonTypeOf(element)), format: formatOf(element) },
    collectionFormat: 'multi',
  };
}

/** The OpenAPI default of a column: a JSON value, or the text of a string or an expression. */
export function defaultOf(type: string, expression: string | null): JsonObject {
  if (expression === null) return {};
  const cast = `::${type}`;
  if (jsonTypeOf(type) === 'string') {
    const text = expression.endsWith(cast)
      ? expression.slice(0, -cast.length).replace(/^'+|'+$/g, '')
      : expression;
    return { default: text };
  }
  const value = tryParseJson(expression);
  return value === undefined ? {} : { default: value as JsonObject };
}
