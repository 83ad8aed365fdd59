import { toArrayLiteral } from '../array-literal.ts';
import { type Scanner, scan } from './scanner.ts';
import {
  COMPARE_OPERATORS,
  FTS_OPERATORS,
  IS_VALUES,
  QUANTIFIABLE_OPERATORS,
  type CompareOperator,
  type Filter,
  type FtsOperator,
  type IsValue,
  type ValueList,
} from './types.ts';

const QUANTIFIABLE = new Set<string>(QUANTIFIABLE_OPERATORS);
const COMPARE = new Set<string>(COMPARE_OPERATORS);
const FTS = new Set<string>(FTS_OPERATORS);
const OPERATOR = 'operator (eq, gt, ...)';

const isCompare = (name: string): name is CompareOperator => COMPARE.has(name);
const isFts = (name: string): name is FtsOperator => FTS.has(name);
const isOperator = (name: string) =>
  isCompare(name) || isFts(name) || name === 'in' || name === 'is';

/** What a filter does with its field. */
export type ParsedOperation = Omit<Filter, 'field'>;

/** `(a,"b,c")`, the list of `in`. */
function readList(scanner: Scanner): string[] {
  scanner.skipSpaces();
  scanner.expect('(');
  scanner.skipSpaces();
  const elements: string[] = [];
  do elements.push(readListElement(scanner));
  while (scanner.accept(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return elements.length === 1 && elements[0] === '' ? [] : elements;
}

function readListElement(scanner: Scanner): string {
  return readQuoted(scanner) ?? scanner.takeUntil(',)');
}

/** A value that is quoted as a whole; null for any other. */
export function readQuoted(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const value = scanner.takeQuoted();
    if (!scanner.atItemEnd) scanner.fail();
    return value;
  });
}

function readIs(scanner: Scanner): IsValue {
  const rest = scanner.text.slice(scanner.position).toLowerCase();
  const value = IS_VALUES.find((name) => rest.startsWith(name));
  if (value === undefined) scanner.fail('null or trilean value (unknown, true, false)');
  scanner.position += value.length;
  return value;
}

function readModifier(scanner: Scanner): string | null {
  if (scanner.peek() !== '(') return null;
  scanner.position += 1;
  const modifier = scanner.takeUntil(')');
  scanner.expect(')');
  return modifier;
}

function withWildcards(operator: CompareOperator, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

/**
 * Reads `[not.]operator[(modifier)].value`. The value itself goes into
 * `values`; how far it reaches is decided by `readValue`.
 */
export function readOperation(
  scanner: Scanner,
  values: ValueList,
  readValue: (scanner: Scanner) => string,
): ParsedOperation {
  const negated = scanner.skip('not.');
  if (!negated) scanner.note('"not"');
  const start = scanner.position;
  const name = scanner.takeUntil('.(');
  if (!isOperator(name)) {
    scanner.position = start;
    if (negated || name === '' || !scanner.text.includes('.', start)) scanner.fail(OPERATOR);
    scanner.position = start + name.length + 1;
    scanner.failWith(`unknown single value operator ${name}`);
  }
  const modifier = readModifier(scanner);
  scanner.expect('.', 'delimiter (.)');
  if (name === 'in' && modifier === null) {
    const slot = values.add(toArrayLiteral(readList(scanner)));
    return { negated, operation: { kind: 'in', slot } };
  }
  if (name === 'is' && modifier === null) {
    return { negated, operation: { kind: 'is', value: readIs(scanner) } };
  }
  if (isFts(name)) {
    const slot = values.add(readValue(scanner));
    return { negated, operation: { kind: 'fts', operator: name, language: modifier, slot } };
  }
  if (!isCompare(name)) scanner.failWith(`unknown single value operator ${name}(${modifier})`);
  const quantifier = modifier === 'any' || modifier === 'all' ? modifier : null;
  if (modifier !== null && (quantifier === null || !QUANTIFIABLE.has(name))) {
    scanner.failWith(`unknown single value operator ${name}(${modifier})`);
  }
  const slot = values.add(withWildcards(name, readValue(scanner)));
  return { negated, operation: { kind: 'compare', operator: name, quantifier, slot } };
}

function readRest(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.position);
  scanner.position = scanner.text.length;
  return rest;
}

/**
 * The right side of a filter parameter.
 *
 * @throws RestError PGRST100
 */
export function parseOperation(text: string, values: ValueList): ParsedOperation {
  return scan(text, `failed to parse filter (${text})`, (scanner) =>
    readOperation(scanner, values, readRest),
  );
}

/** Whether a value of a function call is a filter on its result rather than an argument. */
export function looksLikeOperation(text: string): boolean {
  const name = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1];
  return name !== undefined && isOperator(name);
}
