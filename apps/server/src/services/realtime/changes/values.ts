import type { TextRow } from './log-message.ts';
import type { StoredColumn } from './stored-change.ts';

const NUMBERS = new Set(['int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric']);
const IS_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

interface ArrayItem {
  /** Null for a null. */
  readonly text: string | null;
  /** What is an array itself is in no quotes, whatever a text in quotes looks like. */
  readonly isArray: boolean;
}

/** Splits an array as Postgres writes it, such as `{1,"a b",NULL,{2}}`; null where it is none. */
function splitArray(text: string): ArrayItem[] | null {
  // An array that does not begin at 1 says so first.
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

/** A value in JSON, as Postgres itself would write it there. */
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

/** Those columns of a row that are told and picked. */
export function rowJson(
  row: TextRow,
  columns: readonly StoredColumn[],
  isPicked: (name: string) => boolean,
): string {
  const parts = columns.flatMap(({ name, baseType }) => {
    const value = row[name];
    if (value === undefined || !isPicked(name)) return [];
    return [`${JSON.stringify(name)}:${valueJson(value, baseType)}`];
  });
  return `{${parts.join(',')}}`;
}
