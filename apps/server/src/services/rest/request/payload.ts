import { errors } from '../errors.ts';
import { isJsonObject, tryParseJson } from '../../../platform/json.ts';
import { csvToJson } from './csv.ts';
import { splitParameters } from './query-string.ts';

/** The body of a write or a function call. */
export interface Payload {
  /** The parameter for Postgres: JSON, or the unchanged body for `raw`. */
  readonly text: string;
  readonly form: 'object' | 'array' | 'raw';
  /** The keys of the first object. */
  readonly keys: readonly string[];
  /** Whether the payload has no rows. */
  readonly empty: boolean;
}

export type BodyType = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytes';

const BODY_TYPES: Readonly<Record<string, BodyType>> = {
  'application/json': 'json',
  'application/vnd.pgrst.object+json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytes',
};

/** The type of a body by its `Content-Type`; null for an unsupported one. */
export function bodyTypeOf(contentType: string | undefined): BodyType | null {
  if (contentType === undefined || contentType === '') return 'json';
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return Object.hasOwn(BODY_TYPES, essence) ? (BODY_TYPES[essence] ?? null) : null;
}

function parseJson(text: string): unknown {
  const value = tryParseJson(text);
  if (value === undefined) throw errors.invalidJson();
  return value;
}

function keysOfRows(rows: readonly unknown[], uniform: boolean): string[] {
  const objects = rows.filter((row) => isJsonObject(row));
  if (objects.length !== rows.length) {
    throw uniform ? errors.differentKeys() : errors.invalidJson();
  }
  const keys = Object.keys(objects[0] ?? {});
  if (uniform) {
    const known = new Set(keys);
    const same = objects.every((row) => {
      const own = Object.keys(row);
      return own.length === known.size && own.every((key) => known.has(key));
    });
    if (!same) throw errors.differentKeys();
  }
  return keys;
}

function jsonPayload(text: string, uniform: boolean): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const keys = keysOfRows(value, uniform);
    return { text, form: 'array', keys, empty: value.length === 0 };
  }
  if (!isJsonObject(value)) throw errors.invalidJson();
  return { text, form: 'object', keys: Object.keys(value), empty: false };
}

/**
 * Reads rows to insert, or columns to update.
 *
 * @throws RestError PGRST102
 */
export function readRowsPayload(body: string, type: BodyType | null, hasColumns: boolean): Payload {
  switch (type) {
    case 'json':
      return jsonPayload(body, !hasColumns);
    case 'csv': {
      const { names, json, isEmpty } = csvToJson(body);
      return { text: json, form: 'array', keys: isEmpty ? [] : names, empty: isEmpty };
    }
    case 'form': {
      const fields = splitParameters(body);
      const keys = [...new Set(fields.map(([name]) => name))];
      const text = JSON.stringify(Object.fromEntries(fields));
      return { text, form: 'object', keys, empty: keys.length === 0 };
    }
    case 'text':
    case 'xml':
    case 'bytes':
    case null:
      throw errors.unreadableBody();
  }
}

/**
 * Reads the arguments of a function. An empty body has none.
 *
 * @throws RestError PGRST102
 */
export function readCallPayload(body: string, type: BodyType | null): Payload {
  if (type === 'json') {
    if (body.trim() === '') {
      return { text: '{}', form: 'object', keys: [], empty: true };
    }
    const value = parseJson(body);
    if (isJsonObject(value)) {
      return { text: body, form: 'object', keys: Object.keys(value), empty: false };
    }
    // An array or a scalar can only be the single unnamed argument.
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    const keys = isJsonObject(first) ? Object.keys(first) : [];
    return { text: body, form: 'raw', keys, empty: false };
  }
  if (type === 'csv') return readRowsPayload(body, type, false);
  if (type === 'text' || type === 'xml' || type === 'bytes') {
    return { text: body, form: 'raw', keys: [], empty: false };
  }
  throw errors.unreadableBody();
}
