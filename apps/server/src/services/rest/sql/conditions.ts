import type {
  CompareOperator,
  FtsOperator,
  IsValue,
  Operation,
  Slot,
} from '../request/query-types.ts';
import type { Condition, PlannedField } from '../plan/read-plan.ts';
import { quoteIdentifier } from '../sql-text.ts';
import type { Parameters } from './parameters.ts';

const COMPARISONS: Readonly<Record<CompareOperator, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  neq: '<>',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const QUERY_FUNCTIONS: Readonly<Record<FtsOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const IS_TESTS: Readonly<Record<IsValue, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/** A column of the row `alias`, with its JSON path. */
export function fieldSql(alias: string, field: PlannedField, parameters: Parameters): string {
  const column = `${alias}.${quoteIdentifier(field.column)}`;
  if (field.path.length === 0) return column;
  const isJson = field.baseType === 'json' || field.baseType === 'jsonb';
  const steps = field.path.map(({ arrow, kind, text }) => {
    const type = kind === 'index' ? 'int4' : 'text';
    return `${arrow}${parameters.constant(text)}::${type}`;
  });
  return `(${isJson ? column : `to_jsonb(${column})`}${steps.join('')})`;
}

function fullTextSql(
  target: string,
  field: PlannedField,
  operation: Extract<Operation, { kind: 'fts' }>,
  parameters: Parameters,
): string {
  const language =
    operation.language === null ? '' : `${parameters.constant(operation.language)}::regconfig, `;
  const isVector = field.baseType === 'tsvector' && field.path.length === 0;
  const document = isVector ? target : `to_tsvector(${language}${target})`;
  const query = `${QUERY_FUNCTIONS[operation.operator]}(${language}${parameters.slot(operation.slot)})`;
  return `${document} @@ ${query}`;
}

/** A value for comparison with the column, converted by the cast of its domain. */
function valueSql({ fromText, path }: PlannedField, slot: Slot, parameters: Parameters): string {
  const value = parameters.slot(slot);
  return fromText === null || path.length > 0 ? value : `${fromText}(${value}::text)`;
}

function listSql({ fromText, path }: PlannedField, slot: Slot, parameters: Parameters): string {
  const values = parameters.slot(slot);
  if (fromText === null || path.length > 0) return values;
  return `array(select ${fromText}(v) from unnest(${values}::text[]) as v)`;
}

function operationSql(
  alias: string,
  field: PlannedField,
  operation: Operation,
  parameters: Parameters,
): string {
  const target = fieldSql(alias, field, parameters);
  switch (operation.kind) {
    case 'is':
      return `${target} ${IS_TESTS[operation.value]}`;
    case 'in':
      return `${target} = any(${listSql(field, operation.slot, parameters)})`;
    case 'fts':
      return fullTextSql(target, field, operation, parameters);
    case 'compare': {
      const right =
        operation.quantifier === null
          ? valueSql(field, operation.slot, parameters)
          : `${operation.quantifier}(${listSql(field, operation.slot, parameters)})`;
      return `${target} ${COMPARISONS[operation.operator]} ${right}`;
    }
  }
}

/** @param embedTest returns the SQL condition on the existence of an embedded row */
export function conditionSql(
  alias: string,
  condition: Condition,
  parameters: Parameters,
  embedTest: (condition: Extract<Condition, { kind: 'embed-null' }>) => string,
): string {
  switch (condition.kind) {
    case 'filter': {
      const test = operationSql(alias, condition.field, condition.operation, parameters);
      return condition.negated ? `not (${test})` : `(${test})`;
    }
    case 'embed-null':
      return embedTest(condition);
    case 'group': {
      const children = condition.children.map((child) =>
        conditionSql(alias, child, parameters, embedTest),
      );
      return `${condition.negated ? 'not ' : ''}(${children.join(` ${condition.operator} `)})`;
    }
  }
}
