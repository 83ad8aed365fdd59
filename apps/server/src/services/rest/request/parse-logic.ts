import { errors } from '../errors.ts';
import { delimiter, field, lexeme, pathOfNames } from './parse-names.ts';
import {
  operationOf,
  toOperation,
  unquoted,
  wholeQuoted,
  type ParsedFilter,
} from './parse-operation.ts';
import {
  attempt,
  before,
  between,
  choice,
  literal,
  map,
  named,
  pure,
  record,
  run,
  separated,
  sequence,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import type { At, Field, LogicTree, ValueList } from './query-types.ts';

const MAX_LOGIC_DEPTH = 32;

interface ParsedLeaf {
  readonly kind: 'filter';
  readonly field: Field;
  readonly filter: ParsedFilter;
}

interface ParsedGroup {
  readonly kind: 'group';
  readonly negated: boolean;
  readonly operator: 'and' | 'or';
  readonly children: readonly ParsedTree[];
}

/** A parsed tree whose values have no slots yet. */
type ParsedTree = ParsedLeaf | ParsedGroup;

const array = map(
  sequence<[string, string, string]>(literal('{'), choice(run(/[^{}]/u), pure('')), literal('}')),
  (parts) => parts.join(''),
);
/** A value in a logic tree: quoted, an array in braces, or all up to the next comma or parenthesis. */
const value = choice(wholeQuoted, attempt(array), unquoted);

const leaf = record<ParsedLeaf>({
  kind: pure('filter'),
  field: before(field, delimiter),
  filter: operationOf(value),
});
const negation = named(
  choice(attempt(map(sequence(literal('not'), delimiter), () => true)), pure(false)),
  'negation operator (not)',
);
const operator = named(
  choice<'and' | 'or'>(attempt(literal('and')), literal('or')),
  'logic operator (and, or)',
);

function treeAt(depth: number): Parser<ParsedTree> {
  const children = between(
    lexeme(literal('(')),
    separated<ParsedTree>((text, at) => treeBelow(depth)(text, at), lexeme(literal(','))),
    lexeme(literal(')')),
  );
  const group = record<ParsedGroup>({
    kind: pure('group'),
    negated: negation,
    operator,
    children,
  });
  return choice<ParsedTree>(attempt(leaf), group);
}

function treeBelow(depth: number): Parser<ParsedTree> {
  const tree = TREES[depth + 1];
  if (tree !== undefined) return tree;
  return (_text, at) => {
    throw errors.unparsable(
      `"failed to parse logic tree" (line 1, column ${at + 1})`,
      `conditions may be nested at most ${MAX_LOGIC_DEPTH} levels deep`,
    );
  };
}

const TREES = Array.from({ length: MAX_LOGIC_DEPTH + 1 }, (_, depth) => treeAt(depth));

function toTree(read: ParsedTree, values: ValueList): LogicTree {
  return read.kind === 'filter'
    ? { kind: 'filter', filter: { field: read.field, ...toOperation(read.filter, values) } }
    : { ...read, children: read.children.map((child) => toTree(child, values)) };
}

/** Whether a parameter is a logic tree: `and`, `or`, `rel.and`, `rel.not.or`. */
export function isLogicKey(key: string): boolean {
  return key === 'and' || key === 'or' || key.endsWith('.and') || key.endsWith('.or');
}

/**
 * `[rel.][not.]and=(…)`.
 *
 * @throws RestError PGRST100
 */
export function parseLogic(key: string, text: string, values: ValueList): At<LogicTree> {
  const names = parseText(pathOfNames, key, `failed to parse logic path (${key})`);
  const last = names.pop() ?? '';
  const prefix = names.includes('not') ? `not.${last}` : last;
  const subject = `failed to parse logic tree (${text})`;
  const tree = parseText(treeBelow(-1), `${prefix}${text}`, subject);
  return { path: names.filter((name) => name !== 'not'), value: toTree(tree, values) };
}
