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
  optional,
  pure,
  record,
  separated,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import type { OrderTerm } from './query-types.ts';

const suffix = <T extends string>(name: T): Parser<T> => attempt(after(delimiter, literal(name)));
const direction = optional(choice<'asc' | 'desc'>(suffix('asc'), suffix('desc')));
const nulls = choice<'nullsfirst' | 'nullslast'>(suffix('nullsfirst'), suffix('nullslast'));
const end = choice(attempt(ahead(literal(','))), attempt(atEnd));
const nullsAndEnd = choice<OrderTerm['nulls']>(before(optional(nulls), end), end);

const suffixes = { direction, nulls: nullsAndEnd };
const relatedTerm = record<OrderTerm>({
  relation: fieldName,
  field: between(literal('('), field, literal(')')),
  ...suffixes,
});
const ownTerm = record<OrderTerm>({ relation: pure(null), field, ...suffixes });
const order = separated(lexeme(choice(attempt(relatedTerm), ownTerm)), literal(','));

/** @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  return parseText(order, text, `failed to parse order (${text})`);
}
