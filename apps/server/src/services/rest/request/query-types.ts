/**
 * The syntax tree of a query. It never contains values: each value has a slot, an index into the
 * request's list of values, and becomes a statement parameter. Requests that differ only in values
 * therefore share one tree.
 */
export type Slot = number;

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly kind: 'key' | 'index';
  readonly text: string;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type Aggregate = 'sum' | 'avg' | 'count' | 'min' | 'max';

export interface FieldItem {
  readonly kind: 'field';
  /** `*` stands for all columns. */
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
}

export interface RelationItem {
  readonly kind: 'relation';
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: 'inner' | 'left' | null;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = FieldItem | RelationItem;

/** Operators that accept `(any)` and `(all)`. */
export const QUANTIFIABLE_OPERATORS = [
  'eq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
] as const;
/** In the order in which the parser tries them: no operator is a prefix of a later one. */
export const SINGLE_VALUE_OPERATORS = [
  'neq',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const;
export const FTS_OPERATORS = ['fts', 'plfts', 'phfts', 'wfts'] as const;
export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

export type CompareOperator =
  | (typeof QUANTIFIABLE_OPERATORS)[number]
  | (typeof SINGLE_VALUE_OPERATORS)[number]
  | 'isdistinct';
export type FtsOperator = (typeof FTS_OPERATORS)[number];
export type IsValue = (typeof IS_VALUES)[number];

export type Operation =
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly quantifier: 'any' | 'all' | null;
      readonly slot: Slot;
    }
  | { readonly kind: 'in'; readonly slot: Slot }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'fts';
      readonly operator: FtsOperator;
      readonly language: string | null;
      readonly slot: Slot;
    };

export interface Filter {
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

export type LogicTree =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly children: readonly LogicTree[];
    };

export interface OrderTerm {
  /** The embedded relation whose column sorts this level; null for an own column. */
  readonly relation: string | null;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'nullsfirst' | 'nullslast' | null;
}

/** A part of the query for the embedded relation at `path`; an empty path is the root. */
export interface At<T> {
  readonly path: readonly string[];
  readonly value: T;
}

/** Collects the values of a request. */
export class ValueList {
  readonly list: (string | null)[] = [];

  add(value: string | null): Slot {
    return this.list.push(value) - 1;
  }
}
