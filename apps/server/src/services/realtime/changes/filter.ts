import type { Transaction } from '../../../platform/database/connection.ts';
import { FilterError, parseFilter, type Condition } from './filter-text.ts';
import type { TextRow } from './log-message.ts';

export interface FilterColumn {
  readonly name: string;
  /** Formatted for a cast in SQL. */
  readonly type: string;
  readonly typeName: string;
}

/** Matches rows in this process where it can, and by a query where only Postgres can. */
export interface Filter {
  /** The columns that it compares. */
  readonly columns: readonly string[];
  /** Null where only Postgres can evaluate the filter. */
  readonly matches: ((row: TextRow) => boolean) | null;
  /** Set for a single `eq` or `in` condition. The values have the text format of the log. */
  readonly oneOf: { readonly column: string; readonly values: readonly string[] } | null;
  /** @returns for each row whether it matches */
  query(tx: Transaction, rows: readonly TextRow[]): Promise<boolean[]>;
}

/** Types whose values are equal exactly when their texts are. */
const TEXT_COMPARABLE = new Set([
  'uuid',
  'int2',
  'int4',
  'int8',
  'text',
  'varchar',
  'bool',
  'date',
]);
const INTEGERS = new Set(['int2', 'int4', 'int8']);
const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const SQL_OPERATORS = {
  eq: '=',
  neq: '<>',
  ...COMPARISONS,
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
} as const;
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown']);

type Test = (value: string | null) => boolean | null;

const isComparison = (operator: string): operator is keyof typeof COMPARISONS =>
  operator in COMPARISONS;

function compare(operator: keyof typeof COMPARISONS, left: bigint, right: bigint): boolean {
  if (operator === 'lt') return left < right;
  if (operator === 'lte') return left <= right;
  return operator === 'gt' ? left > right : left >= right;
}

/** A test whose result is null for SQL unknown; null where only Postgres can evaluate the condition. */
function testOf(condition: Condition, { typeName }: FilterColumn): Test | null {
  const { operator, values } = condition;
  const [value = ''] = values;
  if (operator === 'is') {
    if (value === 'null') return (found) => found === null;
    if (value === 'unknown') return (found) => found === null;
    return (found) => found === (value === 'true' ? 't' : 'f');
  }
  if (!TEXT_COMPARABLE.has(typeName)) return null;
  const known =
    (test: (found: string) => boolean): Test =>
    (found) =>
      found === null ? null : test(found);
  const set = new Set(values);
  if (operator === 'eq' || operator === 'in') return known((found) => set.has(found));
  if (operator === 'neq') return known((found) => !set.has(found));
  if (operator === 'isdistinct') {
    return value === 'null' ? (found) => found !== null : (found) => found !== value;
  }
  if (!isComparison(operator) || !INTEGERS.has(typeName)) return null;
  const limit = BigInt(value);
  return known((found) => compare(operator, BigInt(found), limit));
}

/** Most filters are a single `eq` or `in`, which allows a lookup of rows by value. */
function oneOfIn(conditions: readonly Condition[], isLocal: boolean): Filter['oneOf'] {
  const [condition, ...others] = conditions;
  if (!isLocal || condition === undefined || others.length > 0) return null;
  const { operator, isNegated, column, values } = condition;
  if (isNegated || (operator !== 'eq' && operator !== 'in')) return null;
  return { column, values: [...new Set(values)] };
}

const literal = (text: string): string => `E'${text.replaceAll(/['\\]/g, '\\$&')}'`;

function sqlOf({ operator, isNegated, values, column }: Condition, { type }: FilterColumn): string {
  const left = `(r.value ->> ${literal(column)})::${type}`;
  const [value = ''] = values;
  const right = `${literal(value)}::${type}`;
  let sql: string;
  if (operator === 'is') sql = `${left} is ${value}`;
  else if (operator === 'in') {
    sql = `${left} in (${values.map((one) => `${literal(one)}::${type}`).join(', ')})`;
  } else if (operator === 'isdistinct') {
    sql = `${left} is distinct from ${value === 'null' ? 'null' : right}`;
  } else if (/like|match/.test(operator)) {
    sql = `${left}::text ${SQL_OPERATORS[operator]} ${literal(value)}`;
  } else sql = `${left} ${SQL_OPERATORS[operator]} ${right}`;
  return isNegated ? `not (${sql})` : `(${sql})`;
}

/** Converts values to the text format of the log, so that texts can be compared. */
async function canonical(
  tx: Transaction,
  condition: Condition,
  column: FilterColumn,
): Promise<Condition> {
  const { operator, values } = condition;
  if (operator === 'is') {
    if (IS_VALUES.has(values[0] ?? '')) return condition;
    throw new FilterError(`Error parsing \`filter\` params: ["is.${values[0] ?? ''}"]`);
  }
  if (operator === 'like' || operator === 'ilike') return condition;
  if (operator === 'match' || operator === 'imatch') {
    // Reject an invalid pattern at subscription time, not at the first row.
    await tx.unsafe(`select '' ~ ${literal(values[0] ?? '')}`);
    return condition;
  }
  if (operator === 'isdistinct' && values[0] === 'null') return condition;
  const rows = await tx.unsafe<{ text: string }[]>(
    `select (given.value::${column.type})::text as text ` +
      'from jsonb_array_elements_text($1::text::jsonb) with ordinality as given (value, position) ' +
      'order by given.position',
    [JSON.stringify(values)],
  );
  const converted = rows.map(({ text }) => (column.typeName === 'bool' ? text.charAt(0) : text));
  return { ...condition, values: converted };
}

/**
 * Compiles a filter.
 *
 * @param tx runs as the subscriber; Postgres checks the values in it
 * @throws FilterError, or an error of Postgres about a value
 */
export async function compileFilter(
  tx: Transaction,
  text: string,
  columns: ReadonlyMap<string, FilterColumn>,
): Promise<Filter> {
  const tests: ((row: TextRow) => boolean)[] = [];
  const parts: string[] = [];
  const conditions: Condition[] = [];
  let isLocal = true;
  for (const parsed of parseFilter(text)) {
    const column = columns.get(parsed.column);
    if (column === undefined) {
      throw new FilterError(`invalid column for filter ${parsed.column}`);
    }
    const condition = await canonical(tx, parsed, column);
    conditions.push(condition);
    const test = testOf(condition, column);
    parts.push(sqlOf(condition, column));
    if (test === null) isLocal = false;
    else {
      const expected = !condition.isNegated;
      tests.push((row) => {
        const value = row[column.name];
        return value !== undefined && test(value) === expected;
      });
    }
  }
  const sql =
    'select coalesce(array_to_json(array_agg(m.matches order by m.position)), ' +
    `'[]') as matches from (select r.position, coalesce(${parts.join(' and ')}, false) as matches ` +
    'from jsonb_array_elements($1::text::jsonb) with ordinality as r (value, position)) as m';
  const query = async (queryTx: Transaction, rows: readonly TextRow[]) => {
    const [row] = await queryTx.unsafe<{ matches: boolean[] }[]>(sql, [JSON.stringify(rows)]);
    return row?.matches ?? [];
  };
  // Reject now what Postgres would reject later.
  await query(tx, [{}]);
  return {
    columns: conditions.map(({ column }) => column),
    matches: isLocal ? (row) => tests.every((test) => test(row)) : null,
    oneOf: oneOfIn(conditions, isLocal),
    query,
  };
}
