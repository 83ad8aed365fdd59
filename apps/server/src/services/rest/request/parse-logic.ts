import { failures } from '../errors.ts';
import { readField } from './parse-names.ts';
import { readOperation, readQuoted } from './parse-operation.ts';
import { type Scanner, scan } from './scanner.ts';
import type { At, LogicTree, ValueList } from './types.ts';

/** Deeper trees are refused before anything is planned. */
const MAX_LOGIC_DEPTH = 32;

/** A value inside a logic tree: quoted, an array in braces, or up to the next comma or parenthesis. */
function readLogicValue(scanner: Scanner): string {
  const quoted = readQuoted(scanner);
  if (quoted !== null) return quoted;
  const array = scanner.attempt(() => {
    const start = scanner.position;
    scanner.expect('{');
    scanner.takeUntil('{}');
    scanner.expect('}');
    if (!scanner.atItemEnd) scanner.fail();
    return scanner.text.slice(start, scanner.position);
  });
  return array ?? scanner.takeUntil(',)');
}

function readOperator(scanner: Scanner): 'and' | 'or' {
  if (scanner.accept('and')) return 'and';
  if (scanner.accept('or')) return 'or';
  return scanner.fail('logic operator (and, or)');
}

function readGroupHead(scanner: Scanner): { negated: boolean; operator: 'and' | 'or' } | null {
  return scanner.attempt(() => {
    const negated = scanner.accept('not.');
    const operator = readOperator(scanner);
    scanner.skipSpaces();
    scanner.expect('(');
    return { negated, operator };
  });
}

function readTree(scanner: Scanner, values: ValueList, depth: number): LogicTree {
  if (depth > MAX_LOGIC_DEPTH) {
    throw failures.unparsable(
      `"failed to parse logic tree" (line 1, column ${scanner.position + 1})`,
      `conditions may be nested at most ${MAX_LOGIC_DEPTH} levels deep`,
    );
  }
  scanner.skipSpaces();
  const head = readGroupHead(scanner);
  if (head === null) {
    const field = readField(scanner);
    scanner.expect('.', 'delimiter (.)');
    const { negated, operation } = readOperation(scanner, values, readLogicValue);
    return { kind: 'filter', filter: { field, negated, operation } };
  }
  const children: LogicTree[] = [];
  do {
    children.push(readTree(scanner, values, depth + 1));
    scanner.skipSpaces();
  } while (scanner.accept(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return { kind: 'group', ...head, children };
}

/** Whether a parameter's name ends in `and` or `or`, as a logic tree's does. */
export function isLogicKey(key: string): boolean {
  return key === 'and' || key === 'or' || key.endsWith('.and') || key.endsWith('.or');
}

/**
 * `[rel.][not.]and=(…)`.
 *
 * @throws RestError PGRST100
 */
export function parseLogic(key: string, text: string, values: ValueList): At<LogicTree> {
  const names = scan(key, `failed to parse logic path (${key})`, (scanner) => {
    const list = [scanner.takeName()];
    while (scanner.accept('.')) list.push(scanner.takeName());
    scanner.expectEnd();
    return list;
  });
  const operator = names.pop() ?? '';
  const prefix = names.includes('not') ? `not.${operator}` : operator;
  const value = scan(`${prefix}${text}`, `failed to parse logic tree (${text})`, (scanner) => {
    const tree = readTree(scanner, values, 0);
    scanner.expectEnd();
    return tree;
  });
  return { path: names.filter((name) => name !== 'not'), value };
}
