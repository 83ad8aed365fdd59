import type { TextRow } from './log-message.ts';
import type { StoredColumn } from './stored-change.ts';

const NUMBERS = new Set(['int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric']);
const IS_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

interface ArrayItem {
  /** Null for SQL null. */
  readonly text: string | null;
  /** A nested array has no quotes; a quoted text is never an array. */
  readonly isArray: boolean;
}

/** Splits an array literal of Postgres, such as `{1,"a b",NULL,{2}}`; null where the text is no array. */
function splitArray(text: string): ArrayItem[] | null {
  // An array whose index does not start at 1 has a prefix such as `[0:2]=`.
  const body = /^(?:\[[\d:\][-]+=)?\{(.*)\}$/s.exec(text)?.[1];
  if (body === undefined) return null;
  if (body === '') return [];
  const items: ArrayItem[] = [];
  let item = '';
  let isQuoted = false;
  let wasQuoted = false;
  let depth = 0;
  const push = (): void => {
    const isNull = !wasQuoted && item.toUpperCase() === 'NULL';
    items.push({ text: isNull ? null : item, isArray: !wasQuoted && item.startsWith('{') });
    item = '';
    wasQuoted = false;
  };
  for (let at = 0; at < body.length; at += 1) {
    const character = body.charAt(at);
    if (character === '\\') {
      at += 1;
      item += depth > 0 ? `\\${body.charAt(at)}` : body.charAt(at);
    } else if (character === '"') {
      isQuoted = !isQuoted;
      if (depth > 0) item += character;
      else wasQuoted = true;
    } else if (!isQuoted && character === ',' && depth === 0) push();
    else {
      if (!isQuoted && character === '{') depth += 1;
      if (!isQuoted && character === '}') depth -= 1;
      item += character;
    }
  }
  push();
  return items;
}

function arrayJson(text: string, itemType: string): string {
  const items = splitArray(text);
  if (items === null) return JSON.stringify(text);
  const parts = items.map(({ text: item, isArray }) =>
    isArray && item !== null ? arrayJson(item, itemType) : valueJson(item, itemType),
  );
  return `[${parts.join(',')}]`;
}

/** A value as JSON, formatted as `to_json` of Postgres formats it. */
function valueJson(text: string | null, type: string): string {
  if (text === null) return 'null';
  if (type.startsWith('_')) return arrayJson(text, type.slice(1));
  if (NUMBERS.has(type)) return IS_NUMBER.test(text) ? text : JSON.stringify(text);
  switch (type) {
    case 'bool':
      return text === 't' ? 'true' : 'false';
    case 'json':
    case 'jsonb':
      return text;
    case 'timestamp':
      return JSON.stringify(text.replace(' ', 'T'));
    case 'timestamptz':
      return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    default:
      return JSON.stringify(text);
  }
}

/** The selected columns of a row. Columns without a value are omitted. */
export function rowJson(
  row: TextRow,
  columns: readonly StoredColumn[],
  isSelected: (name: string) => boolean,
): string {
  const parts = columns.flatMap(({ name, baseType }) => {
    const value = row[name];
    if (value === undefined || !isSelected(name)) return [];
    return [`${JSON.stringify(name)}:${valueJson(value, baseType)}`];
  });
  return `{${parts.join(',')}}`;
}
