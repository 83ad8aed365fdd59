import type { CatalogRows, RoutineRow } from './catalog-rows.ts';
import { toColumn } from './columns.ts';
import type { RepresentationsOf } from './representations.ts';
import {
  qualifiedName,
  toIsolation,
  type Column,
  type Parameter,
  type Relation,
  type Routine,
} from './schema-cache.ts';

const INPUT_MODES = ['i', 'b', 'v'];
const OUTPUT_MODES = ['o', 'b', 't'];
const VOLATILITIES = { v: 'volatile', s: 'stable', i: 'immutable' } as const;

/** The result of a function with OUT parameters or RETURNS TABLE. */
function ownResult(row: RoutineRow, columns: readonly Column[]): Relation {
  return {
    schema: row.schema,
    name: row.name,
    isView: false,
    hasSystemColumns: false,
    description: null,
    columns: new Map(columns.map((column) => [column.name, column])),
    computedColumns: new Map(),
    primaryKey: [],
    insertable: false,
    updatable: false,
    deletable: false,
  };
}

function outputColumn(name: string, type: string, representationsOf: RepresentationsOf): Column {
  return {
    ...representationsOf(type),
    name,
    type,
    baseType: type,
    notNull: false,
    defaultExpression: null,
    description: null,
    maxLength: null,
    enumValues: null,
    possibleValues: null,
  };
}

function kindOfResult(type: string, hasColumns: boolean): Routine['returns'] {
  if (type === 'void') return 'void';
  if (hasColumns) return 'composite';
  return type === 'record' ? 'record' : 'scalar';
}

function toRoutine(
  row: RoutineRow,
  relations: ReadonlyMap<number, Relation>,
  columnsOfType: (relationId: number) => readonly Column[],
  representationsOf: RepresentationsOf,
): Routine {
  const all = row.argument_types.map((type, index) => ({
    name: row.argument_names?.[index] ?? '',
    type,
    mode: row.argument_modes?.[index] ?? 'i',
  }));
  const inputs = all.filter(({ mode }) => INPUT_MODES.includes(mode));
  const outputs = all.filter(({ mode }) => OUTPUT_MODES.includes(mode));
  const firstOptional = inputs.length - row.default_count;
  const parameters = inputs.map(({ name, type, mode }, index): Parameter => ({
    name,
    type,
    required: index < firstOptional,
    variadic: mode === 'v',
  }));
  const hasNamedOutputs = outputs.length > 0 && outputs.every(({ name }) => name !== '');
  const hasColumns =
    row.return_relation_id !== 0 ||
    hasNamedOutputs ||
    (row.return_type === 'record' && outputs.length > 0);
  const columns =
    row.return_relation_id === 0
      ? outputs.map(({ name, type }) => outputColumn(name, type, representationsOf))
      : columnsOfType(row.return_relation_id);
  const result = relations.get(row.return_relation_id) ?? ownResult(row, columns);
  return {
    schema: row.schema,
    name: row.name,
    description: row.description,
    parameters,
    returns: kindOfResult(row.return_type, hasColumns),
    returnsSet: row.returns_set,
    result: hasColumns ? result : null,
    volatility: VOLATILITIES[row.volatility],
    statementTimeout: row.statement_timeout,
    isolation: toIsolation(row.isolation),
  };
}

/** The types of a single unnamed parameter that accept a whole request body. */
const WHOLE_BODY_TYPES = ['bytea', 'json', 'jsonb', 'text', 'xml'];

/** Arguments are named, so an unnamed parameter must be the only one. */
function isCallable({ parameters }: Routine): boolean {
  const [first, second] = parameters;
  if (parameters.every(({ name }) => name !== '')) return true;
  return second === undefined && WHOLE_BODY_TYPES.includes(first?.type ?? '');
}

/** Sorts overloads by the number of parameters, then by their names and types. */
function compareOverloads(left: Routine, right: Routine): number {
  const describe = ({ parameters }: Routine) =>
    parameters.flatMap(({ name, type }) => [name, type]).join('\0');
  const byCount = left.parameters.length - right.parameters.length;
  if (byCount !== 0) return byCount;
  return describe(left) < describe(right) ? -1 : 1;
}

/** The callable functions, by `qualifiedName`. */
export function buildRoutines(
  rows: CatalogRows,
  exposed: readonly string[],
  relations: ReadonlyMap<number, Relation>,
  representationsOf: RepresentationsOf,
): Map<string, Routine[]> {
  const columnsOfType = (id: number) =>
    (rows.columns.get(id) ?? []).map((column) => toColumn(column, representationsOf));
  const routines = rows.routines
    .filter((routine) => exposed.includes(routine.schema))
    .map((routine) => toRoutine(routine, relations, columnsOfType, representationsOf))
    .filter(isCallable)
    .sort(compareOverloads);
  return Map.groupBy(routines, ({ schema, name }) => qualifiedName(schema, name));
}
