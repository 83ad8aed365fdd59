import { failures } from '../errors.ts';
import { isJsonObject, tryParseJson } from '../../../platform/json.ts';
import { csvToJson } from './csv.ts';
import { splitParameters } from './query-string.ts';

/** The body of a write or a function call. */
export interface Payload {
  /** What goes to Postgres as one parameter: JSON, or the body as it is for `raw`. */
  readonly text: string;
  readonly form: 'object' | 'array' | 'raw';
  /** Keys of the objects; the first's when `uniform` was not asked for. */
  readonly keys: readonly string[];
  /** Whether there is no row in it at all. */
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

/** The kind of a body by its `Content-Type`; null when it is none that can be read. */
export function bodyTypeOf(contentType: string | undefined): BodyType | null {
  if (contentType === undefined || contentType === '') return 'json';
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return Object.hasOwn(BODY_TYPES, essence) ? (BODY_TYPES[essence] ?? null) : null;
}

function parseJson(text: string): unknown {
  const value = tryParseJson(text);
  if (value === undefined) throw failures.invalidJson();
  return value;
}

function keysOfRows(rows: readonly unknown[], uniform: boolean): string[] {
  const objects = rows.filter((row) => isJsonObject(row));
  if (objects.length !== rows.length) {
    throw uniform ? failures.differentKeys() : failures.invalidJson();
  }
  const keys = Object.keys(objects[0] ?? {});
  if (uniform) {
    const known = new Set(keys);
    const same = objects.every((row) => {
      const own = Object.keys(row);
      return own.length === known.size && own.every((key) => known.has(key));
    });
    if (!same) throw failures.differentKeys();
  }
  return keys;
}

function jsonPayload(text: string, uniform: boolean): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const keys = keysOfRows(value, uniform);
    return { text, form: 'array', keys, empty: value.length === 0 };
  }
  if (!isJsonObject(value)) throw failures.invalidJson();
  return { text, form: 'object', keys: Object.keys(value), empty: false };
}

/** Rows to insert or columns to change. */
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
      throw failures.unreadableBody();
  }
}

/** Arguments of a function called by POST. An empty body means none. */
export function readCallPayload(body: string, type: BodyType | null): Payload {
  if (type === 'json') {
    if (body.trim() === '') {
      return { text: '{}', form: 'object', keys: [], empty: true };
    }
    const value = parseJson(body);
    if (isJsonObject(value)) {
      return { text: body, form: 'object', keys: Object.keys(value), empty: false };
    }
    // An array or a single value can only be a function's one unnamed argument.
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    const keys = isJsonObject(first) ? Object.keys(first) : [];
    return { text: body, form: 'raw', keys, empty: false };
  }
  if (type === 'csv') return readRowsPayload(body, type, false);
  if (type === 'text' || type === 'xml' || type === 'bytes') {
    return { text: body, form: 'raw', keys: [], empty: false };
  }
  throw failures.unreadableBody();
}
