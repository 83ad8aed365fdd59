import { tryParseJson, type JsonObject } from '../../../../platform/json.ts';
import type { Parameter } from '../../schema-cache/types.ts';

/** JSON types of Postgres types; all others are texts. JSON itself may be of any. */
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

/** The type of a value in JSON; null where it may be of any. */
function jsonTypeOf(type: string): string | null {
  if (Object.hasOwn(JSON_TYPES, type)) return JSON_TYPES[type] ?? null;
  return type.endsWith('[]') ? 'array' : 'string';
}

const elementOf = (type: string) => type.slice(0, -2);

function typed(type: string | null): JsonObject {
  return type === null ? {} : { type };
}

/** OpenAPI has formats of its own for whole numbers. */
const FORMATS: Readonly<Record<string, string>> = {
  smallint: 'int32',
  integer: 'int32',
  bigint: 'int64',
};

const formatOf = (type: string): string => FORMATS[type] ?? type;

/** A value's type as a schema says it. */
export function schemaOf(type: string): JsonObject {
  const jsonType = jsonTypeOf(type);
  return {
    ...typed(jsonType),
    format: formatOf(type),
    ...(jsonType === 'array' ? { items: typed(jsonTypeOf(elementOf(type))) } : {}),
  };
}

/** An argument's type in a query string, where lists are Postgres's texts unless it is variadic. */
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

/** A default as a value, where its expression is one; the expression itself for what is a text. */
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
