import { readField } from './parse-names.ts';
import { type Scanner, scan } from './scanner.ts';
import type { OrderTerm } from './types.ts';

function readDirection(scanner: Scanner): OrderTerm['direction'] {
  if (scanner.skip('.asc')) return 'asc';
  return scanner.skip('.desc') ? 'desc' : null;
}

function readNulls(scanner: Scanner): OrderTerm['nulls'] {
  if (scanner.skip('.nullsfirst')) return 'nullsfirst';
  return scanner.skip('.nullslast') ? 'nullslast' : null;
}

function explainSuffix(scanner: Scanner, hasDirection: boolean, hasNulls: boolean): never {
  if (scanner.peek() !== '.') scanner.fail('delimiter (.)', '","', 'end of input');
  if (hasNulls) scanner.fail('","', 'end of input');
  scanner.position += 1;
  const nulls = ['"nullsfirst"', '"nullslast"'];
  scanner.fail(...(hasDirection ? nulls : ['"asc"', '"desc"', ...nulls]));
}

function readTerm(scanner: Scanner): OrderTerm {
  let relation: string | null = null;
  let field = readField(scanner);
  if (field.path.length === 0 && scanner.peek() === '(') {
    scanner.position += 1;
    relation = field.name;
    field = readField(scanner);
    scanner.expect(')');
  }
  const direction = readDirection(scanner);
  const nulls = readNulls(scanner);
  scanner.skipSpaces();
  if (!scanner.atEnd && scanner.peek() !== ',') {
    explainSuffix(scanner, direction !== null, nulls !== null);
  }
  return { relation, field, direction, nulls };
}

/** @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  return scan(text, `failed to parse order (${text})`, (scanner) => {
    const terms: OrderTerm[] = [];
    do terms.push(readTerm(scanner));
    while (scanner.accept(','));
    return terms;
  });
}
