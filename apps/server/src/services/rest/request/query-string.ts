import { failures } from '../errors.ts';
import { isLogicKey, parseLogic } from './parse-logic.ts';
import {
  parseOperation,
  parseOperationOrArgument,
  type ParsedOperation,
} from './parse-operation.ts';
import type { At, LogicTree, Slot, ValueList } from './types.ts';

/** Rows asked for at one level. */
interface RangeParameter {
  /** The embed path as written, `''` for the top. */
  readonly path: string;
  readonly limit: number | null;
  readonly offset: number;
}

export type Parameter = readonly [name: string, value: string];

/** The query string, taken apart; names are still as written. */
export interface QueryParts {
  /** Equal for requests that differ in values only. */
  readonly shape: string;
  /** All of them, decoded and in order; without an API key. */
  readonly parameters: readonly Parameter[];
  readonly select: string | null;
  readonly columns: string | null;
  readonly onConflict: string | null;
  readonly orders: readonly { readonly key: string; readonly text: string }[];
  readonly filters: readonly { readonly key: string; readonly parsed: ParsedOperation }[];
  readonly logic: readonly At<LogicTree>[];
  readonly ranges: readonly RangeParameter[];
  /** Arguments of a function called by GET, one slot each time a name is given. */
  readonly arguments: readonly { readonly name: string; readonly slot: Slot }[];
}

/** One name or value of a query string; an escape that is broken, or no UTF-8, stays as it is written. */
export function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // One broken escape leaves the others what they are.
    return spaced.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
}

/** Name and value of each parameter, decoded, in order. */
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

function lastWord(key: string): string {
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

/** Keys are quoted by JSON so that no name can imitate the structure around it. */
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
    // As PostgREST does, a text that is no whole number is as if it was not given.
    if (!/^-?\d{1,15}$/.test(text)) return;
    const value = Number(text);
    const path = embedPathOf(key);
    const range = this.#byPath.get(path) ?? { limit: null, offset: 0 };
    if (lastWord(key) === 'limit') {
      if (value < 0) throw failures.range('Limit should be greater than or equal to zero.');
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
 * Takes a query string apart. Values go into `values`; everything else makes the shape.
 *
 * @param functionArguments whether plain values are arguments of a function (GET and HEAD on rpc)
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

  // The key may come here instead of in a header; it is read before.
  const parameters = splitParameters(query).filter(([key]) => key !== 'apikey');
  for (const [key, text] of parameters) {
    const word = lastWord(key);
    if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      if (single[key] !== null) continue;
      // An empty select is as none.
      single[key] = key === 'select' && text === '' ? '*' : text;
      shape.push(key, text);
    } else if (word === 'order') {
      orders.push({ key, text });
      shape.push(key, text);
    } else if (word === 'limit' || word === 'offset') {
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
