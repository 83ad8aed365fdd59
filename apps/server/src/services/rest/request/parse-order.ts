import { delimiter, field, fieldName, lexeme } from './parse-names.ts';
import {
  after,
  ahead,
  atEnd,
  attempt,
  before,
  between,
  choice,
  literal,
  map,
  optional,
  separated,
  sequence,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import type { Field, OrderTerm } from './query-types.ts';

const suffix = <T extends string>(name: T): Parser<T> => attempt(after(delimiter, literal(name)));
const direction = optional(choice<'asc' | 'desc'>(suffix('asc'), suffix('desc')));
const nulls = choice<'nullsfirst' | 'nullslast'>(suffix('nullsfirst'), suffix('nullslast'));
const end = choice(attempt(ahead(literal(','))), attempt(atEnd));
const nullsAndEnd = choice<OrderTerm['nulls']>(before(optional(nulls), end), end);

type Suffixes = [OrderTerm['direction'], OrderTerm['nulls']];

const relatedTerm: Parser<OrderTerm> = map(
  sequence<[string, Field, ...Suffixes]>(
    fieldName,
    between(literal('('), field, literal(')')),
    direction,
    nullsAndEnd,
  ),
  ([relation, column, dir, nullOrder]) => ({
    relation,
    field: column,
    direction: dir,
    nulls: nullOrder,
  }),
);
const ownTerm: Parser<OrderTerm> = map(
  sequence<[Field, ...Suffixes]>(field, direction, nullsAndEnd),
  ([column, dir, nullOrder]) => ({
    relation: null,
    field: column,
    direction: dir,
    nulls: nullOrder,
  }),
);
const order = separated(lexeme(choice(attempt(relatedTerm), ownTerm)), literal(','));

/** @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  return parseText(order, text, `failed to parse order (${text})`);
}
