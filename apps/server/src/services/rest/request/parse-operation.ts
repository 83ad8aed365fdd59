import { toArrayLiteral } from '../sql-text.ts';
import { delimiter, identifier, lexeme, quoted } from './parse-names.ts';
import {
  after,
  attempt,
  before,
  between,
  choice,
  literal,
  literalOfAnyCase,
  map,
  named,
  notFollowedBy,
  optional,
  pure,
  record,
  run,
  separated,
  sequence,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import {
  FTS_OPERATORS,
  IS_VALUES,
  QUANTIFIABLE_OPERATORS,
  SINGLE_VALUE_OPERATORS,
  type CompareOperator,
  type Filter,
  type FtsOperator,
  type IsValue,
  type ValueList,
} from './query-types.ts';

/** A filter without its field. */
export type ParsedOperation = Omit<Filter, 'field'>;

interface ParsedComparison {
  readonly kind: 'compare';
  readonly operator: CompareOperator;
  readonly quantifier: 'any' | 'all' | null;
  readonly value: string;
}

interface ParsedTextSearch {
  readonly kind: 'fts';
  readonly operator: FtsOperator;
  readonly language: string | null;
  readonly value: string;
}

/** A parsed operation whose values have no slots yet, because the parser may still backtrack. */
type ParsedValues =
  | ParsedComparison
  | { readonly kind: 'in'; readonly elements: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | ParsedTextSearch;

export interface ParsedFilter {
  readonly negated: boolean;
  readonly operation: ParsedValues;
}

const SINGLE_VALUE = 'unknown single value operator';

/** All characters up to the next comma or parenthesis. */
export const unquoted = choice(run(/[^,)]/u), pure(''));
/** A value that is entirely quoted. */
export const wholeQuoted = attempt(before(quoted, notFollowedBy(/[^,)]/u)));

/** The list of `in`: `(a,"b,c")`. */
const list = between(
  lexeme(literal('(')),
  separated(choice(wholeQuoted, unquoted), literal(',')),
  lexeme(literal(')')),
);

const isValue = named(
  choice<IsValue>(...IS_VALUES.map((name) => attempt(literalOfAnyCase(name)))),
  'isVal: (null, not_null, true, false, unknown)',
);

const oneOf = <T extends string>(names: readonly T[], name: string): Parser<T> =>
  named(choice<T>(...names.map((text) => attempt(literal(text)))), name);

const quantifier = optional(
  attempt(
    between(
      literal('('),
      choice<'any' | 'all'>(attempt(literal('any')), literal('all')),
      literal(')'),
    ),
  ),
);
const language = optional(attempt(between(literal('('), identifier, literal(')'))));

const operatorThen = (name: string): Parser<unknown> => attempt(before(literal(name), delimiter));

/** `[not.]operator[(modifier)].value`. */
export function operationOf(value: Parser<string>): Parser<ParsedFilter> {
  const kind = pure<'compare'>('compare');
  const operand = after(delimiter, value);
  const single = record<ParsedComparison>({
    kind,
    operator: oneOf(SINGLE_VALUE_OPERATORS, SINGLE_VALUE),
    quantifier: pure(null),
    value: operand,
  });
  const quantifiable = record<ParsedComparison>({
    kind,
    operator: oneOf(QUANTIFIABLE_OPERATORS, SINGLE_VALUE),
    quantifier,
    value: operand,
  });
  const isDistinct = record<ParsedComparison>({
    kind,
    operator: attempt(before(literal('isdistinct'), delimiter)),
    quantifier: pure(null),
    value,
  });
  const fullText = record<ParsedTextSearch>({
    kind: pure('fts'),
    operator: choice<FtsOperator>(...FTS_OPERATORS.map((name) => attempt(literal(name)))),
    language,
    value: operand,
  });
  const operation = named(
    choice<ParsedValues>(
      map(after(operatorThen('in'), list), (elements) => ({ kind: 'in', elements })),
      map(after(operatorThen('is'), isValue), (tested) => ({ kind: 'is', value: tested })),
      isDistinct,
      attempt(fullText),
      attempt(single),
      attempt(quantifiable),
    ),
    'operator (eq, gt, ...)',
  );
  const negation = choice(
    attempt(map(sequence(literal('not'), delimiter), () => true)),
    pure(false),
  );
  return record<ParsedFilter>({ negated: negation, operation });
}

function withWildcards(operator: CompareOperator, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

/** Assigns a slot to each value. */
export function toOperation(
  { negated, operation }: ParsedFilter,
  values: ValueList,
): ParsedOperation {
  switch (operation.kind) {
    case 'compare': {
      const { value, ...comparison } = operation;
      const slot = values.add(withWildcards(operation.operator, value));
      return { negated, operation: { ...comparison, slot } };
    }
    case 'in': {
      const { elements } = operation;
      const isEmpty = elements.length === 1 && elements[0] === '';
      const slot = values.add(toArrayLiteral(isEmpty ? [] : elements));
      return { negated, operation: { kind: 'in', slot } };
    }
    case 'is':
      return { negated, operation };
    case 'fts': {
      const { value, ...search } = operation;
      return { negated, operation: { ...search, slot: values.add(value) } };
    }
  }
}

const rest: Parser<string> = choice(run(/[\s\S]/u), pure(''));
const filter = operationOf(rest);
const filterOrArgument = choice<ParsedFilter | null>(
  filter,
  map(rest, () => null),
);

/** A fast path for the most common filters. The grammar gives the same result. */
const SIMPLE_FILTER = new RegExp(
  `^(${[...QUANTIFIABLE_OPERATORS, ...SINGLE_VALUE_OPERATORS].join('|')})\\.([^]*)$`,
);

function parseSimpleFilter(text: string): ParsedFilter | null {
  const [, operator, value] = SIMPLE_FILTER.exec(text) ?? [];
  if (operator === undefined || value === undefined) return null;
  const operation = { kind: 'compare', operator, quantifier: null, value } as ParsedValues;
  return { negated: false, operation };
}

const subjectOf = (text: string) => `failed to parse filter (${text})`;

/**
 * Parses the value of a filter parameter.
 *
 * @throws RestError PGRST100
 */
export function parseOperation(text: string, values: ValueList): ParsedOperation {
  const read = parseSimpleFilter(text) ?? parseText(filter, text, subjectOf(text));
  return toOperation(read, values);
}

/**
 * Parses the value of a parameter of a function call.
 *
 * @returns null when the value is an argument, not a filter
 * @throws RestError PGRST100
 */
export function parseOperationOrArgument(text: string, values: ValueList): ParsedOperation | null {
  const read = parseSimpleFilter(text) ?? parseText(filterOrArgument, text, subjectOf(text));
  return read === null ? null : toOperation(read, values);
}
