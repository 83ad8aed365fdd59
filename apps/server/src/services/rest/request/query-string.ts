import { errors } from '../errors.ts';
import { isLogicKey, parseLogic } from './parse-logic.ts';
import {
  parseOperation,
  parseOperationOrArgument,
  type ParsedOperation,
} from './parse-operation.ts';
import type { At, LogicTree, Slot, ValueList } from './query-types.ts';

/** The limit and offset of one level. */
interface RangeParameter {
  /** The unparsed embed path; `''` for the top level. */
  readonly path: string;
  readonly limit: number | null;
  readonly offset: number;
}

export type Parameter = readonly [name: string, value: string];

/** A split query string. Names are not parsed yet. */
export interface QueryParts {
  /** Equal for queries that differ only in values. */
  readonly shape: string;
  /** All decoded parameters in order, without the API key. */
  readonly parameters: readonly Parameter[];
  readonly select: string | null;
  readonly columns: string | null;
  readonly onConflict: string | null;
  readonly orders: readonly { readonly key: string; readonly text: string }[];
  readonly filters: readonly { readonly key: string; readonly parsed: ParsedOperation }[];
  readonly logic: readonly At<LogicTree>[];
  readonly ranges: readonly RangeParameter[];
  /** Arguments of a function called by GET. A repeated name has several entries. */
  readonly arguments: readonly { readonly name: string; readonly slot: Slot }[];
}

/** Decodes a name or value of a query string. Invalid escapes stay unchanged. */
export function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Decode all other escapes.
    return spaced.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
}

/** Splits a query string into decoded names and values. */
export function splitParameters(query: string): Parameter[] {
  if (query === '') return [];
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const separator = part.indexOf('=');
      return separator < 0
        ? [decode(part), '']
        : [decode(part.slice(0, separator)), decode(part.slice(separator + 1))];
    });
}

function lastSegment(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function embedPathOf(key: string): string {
  const dot = key.lastIndexOf('.');
  return dot < 0 ? '' : key.slice(0, dot);
}

function describeOperation({ negated, operation }: ParsedOperation): string {
  const not = negated ? 'not.' : '';
  switch (operation.kind) {
    case 'compare':
      return `${not}${operation.operator}(${operation.quantifier ?? ''})`;
    case 'in':
      return `${not}in`;
    case 'is':
      return `${not}is.${operation.value}`;
    case 'fts':
      return `${not}${operation.operator}(${operation.language ?? ''})`;
  }
}

/** JSON quotes the names, so that no name can imitate the syntax of the shape. */
function describeTree(tree: LogicTree): string {
  if (tree.kind === 'filter') {
    return `${JSON.stringify(tree.filter.field)}.${describeOperation(tree.filter)}`;
  }
  const children = tree.children.map(describeTree).join(',');
  return `${tree.negated ? 'not.' : ''}${tree.operator}(${children})`;
}

class RangeCollector {
  readonly #byPath = new Map<string, { limit: number | null; offset: number }>();

  add(key: string, text: string): void {
    // PostgREST ignores values that are not integers.
    if (!/^-?\d{1,15}$/.test(text)) return;
    const value = Number(text);
    const path = embedPathOf(key);
    const range = this.#byPath.get(path) ?? { limit: null, offset: 0 };
    if (lastSegment(key) === 'limit') {
      if (value < 0) throw errors.range('Limit should be greater than or equal to zero.');
      range.limit = value;
    } else {
      range.offset = Math.max(0, value);
    }
    this.#byPath.set(path, range);
  }

  get list(): RangeParameter[] {
    return [...this.#byPath].map(([path, range]) => ({ path, ...range }));
  }
}

/**
 * Splits a query string. Values go into `values`; everything else is part of the shape.
 *
 * @param functionArguments whether plain values are arguments (GET and HEAD on /rpc)
 * @throws RestError PGRST100, PGRST103
 */
export function splitQuery(
  query: string,
  values: ValueList,
  functionArguments: boolean,
): QueryParts {
  const shape: string[] = [];
  const orders: { key: string; text: string }[] = [];
  const filters: { key: string; parsed: ParsedOperation }[] = [];
  const logic: At<LogicTree>[] = [];
  const args: { name: string; slot: Slot }[] = [];
  const ranges = new RangeCollector();
  const single: Record<'select' | 'columns' | 'on_conflict', string | null> = {
    select: null,
    columns: null,
    on_conflict: null,
  };

  // Clients may send the API key here instead of in a header.
  const parameters = splitParameters(query).filter(([key]) => key !== 'apikey');
  for (const [key, text] of parameters) {
    const suffix = lastSegment(key);
    if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      if (single[key] !== null) continue;
      // An empty select means all columns.
      single[key] = key === 'select' && text === '' ? '*' : text;
      shape.push(key, text);
    } else if (suffix === 'order') {
      orders.push({ key, text });
      shape.push(key, text);
    } else if (suffix === 'limit' || suffix === 'offset') {
      ranges.add(key, text);
    } else if (isLogicKey(key)) {
      const tree = parseLogic(key, text, values);
      logic.push(tree);
      shape.push(key, describeTree(tree.value));
    } else {
      const mayBeArgument = functionArguments && !key.includes('.');
      const parse = mayBeArgument ? parseOperationOrArgument : parseOperation;
      const parsed = parse(text, values);
      if (parsed === null) {
        args.push({ name: key, slot: values.add(text) });
        shape.push('argument', key);
      } else {
        filters.push({ key, parsed });
        shape.push('filter', key, describeOperation(parsed));
      }
    }
  }
  const rangeList = ranges.list;
  for (const { path, limit, offset } of rangeList) {
    shape.push('range', path, `${limit !== null} ${offset > 0}`);
  }
  return {
    shape: shape.map((part) => `${part.length}:${part}`).join(''),
    parameters,
    select: single.select,
    columns: single.columns,
    onConflict: single.on_conflict,
    orders,
    filters,
    logic,
    ranges: rangeList,
    arguments: args,
  };
}
