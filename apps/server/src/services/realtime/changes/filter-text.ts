const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
type Operator = (typeof OPERATORS)[number];

/** One part of a filter, such as `amount=not.gt.5`. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** Several for `in` alone. */
  readonly values: readonly string[];
}

/** An invalid filter. The client gets the message. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** As on a hosted project. */
const MAX_IN_VALUES = 100;

const CONDITION_START = /^[^=,()"]+=(?:not\.)?[a-z]+\./;

/** Splits at commas outside quotes and parentheses. */
function split(text: string, isSplit: (rest: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') {
      part += character + text.charAt(at + 1);
      at += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === '(') depth += 1;
    if (!isQuoted && character === ')') depth -= 1;
    if (character === ',' && !isQuoted && depth <= 0 && isSplit(text.slice(at + 1))) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

function unquote(text: string): string {
  const quoted = /^"(.*)"$/s.exec(text)?.[1];
  return quoted === undefined ? text : quoted.replaceAll(/\\(.)/gs, '$1');
}

function parseCondition(text: string): Condition {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text);
  const [, column = '', not, name = '', value = ''] = match ?? [];
  const operator = OPERATORS.find((one) => one === name);
  if (match === null || operator === undefined) {
    throw new FilterError(`Error parsing \`filter\` params: ["${text}"]`);
  }
  const isNegated = not !== undefined;
  if (operator !== 'in') return { column, operator, isNegated, values: [unquote(value)] };
  const list = /^\((.*)\)$/s.exec(value)?.[1];
  if (list === undefined) throw new FilterError('`in` filter value must be wrapped by parentheses');
  const values = split(list, () => true).map(unquote);
  if (values.length > MAX_IN_VALUES) {
    throw new FilterError(`\`in\` filter may list at most ${MAX_IN_VALUES} values`);
  }
  return { column, operator, isNegated, values };
}

/** @throws FilterError */
export function parseFilter(text: string): Condition[] {
  return split(text, (rest) => CONDITION_START.test(rest)).map(parseCondition);
}
