import type { Condition } from '../plan/read-plan.ts';
import type { InsertPlan, MutationPlan, RowsSource, UpdatePlan } from '../plan/mutation-plan.ts';
import type { Column, Relation } from '../schema-cache/schema-cache.ts';
import { quoteIdentifier, quoteQualified } from '../sql-text.ts';
import { conditionSql } from './conditions.ts';
import type { Parameters } from './parameters.ts';
import type { ReturnedColumns } from './returned-columns.ts';

/** A transaction setting that counts the rows that an upsert updates. */
const UPDATED_SETTING = 'request.rows_updated';

export const UPDATED_COUNT = `coalesce(nullif(current_setting('${UPDATED_SETTING}', true), ''), '0')::int8`;

const columnList = (columns: readonly { readonly name: string }[], prefix = '') =>
  columns.map(({ name }) => `${prefix}${quoteIdentifier(name)}`).join(', ');

/** The column definitions of the JSON payload. */
function payloadColumns({ columns }: RowsSource): string {
  return columns
    .map(
      ({ name, type, fromJson }) => `${quoteIdentifier(name)} ${fromJson === null ? type : 'json'}`,
    )
    .join(', ');
}

/** The default of a column, in the JSON format of its domain. */
function defaultSql({ defaultExpression, type, fromJson, toJson }: Column): string {
  if (fromJson === null || toJson === null) return defaultExpression ?? 'null';
  return `${toJson}((${defaultExpression})::${type})`;
}

/** The payload as rows `name`, before the casts of domains. */
function recordsSql(rows: RowsSource, name: string, parameters: Parameters): string {
  const json = `${parameters.slot(rows.slot)}::json`;
  const columns = payloadColumns(rows);
  const defaults = rows.applyDefaults
    ? rows.columns.filter((column) => column.defaultExpression !== null)
    : [];
  if (defaults.length === 0) {
    const reader = rows.form === 'array' ? 'json_to_recordset' : 'json_to_record';
    return `${reader}(${json}) as ${name}(${columns})`;
  }
  const pairs = defaults.map(
    (column) => `${parameters.constant(column.name)}::text, ${defaultSql(column)}`,
  );
  const elements =
    rows.form === 'array' ? `jsonb_array_elements(${json}::jsonb)` : `(select ${json}::jsonb)`;
  return `${elements} as d(payload) cross join lateral jsonb_to_record(jsonb_build_object(${pairs.join(', ')}) || d.payload) as ${name}(${columns})`;
}

/** The payload as rows `p`. */
function payloadSql(rows: RowsSource, parameters: Parameters): string {
  if (rows.columns.every(({ fromJson }) => fromJson === null)) {
    return recordsSql(rows, 'p', parameters);
  }
  const values = rows.columns.map(({ name, fromJson }) => {
    const column = `i.${quoteIdentifier(name)}`;
    return `${fromJson === null ? column : `${fromJson}(${column})`} as ${quoteIdentifier(name)}`;
  });
  return `(select ${values.join(', ')} from ${recordsSql(rows, 'i', parameters)}) as p`;
}

function whereSql(alias: string, conditions: readonly Condition[], parameters: Parameters): string {
  const tests = conditions.map((condition) =>
    // The conditions of a mutation never refer to embeds.
    conditionSql(alias, condition, parameters, () => 'true'),
  );
  return tests.length === 0 ? '' : ` where ${tests.join(' and ')}`;
}

function conflictSql({ conflict, rows }: InsertPlan): string {
  if (conflict === null || conflict.columns.length === 0) return '';
  const target = conflict.columns.map(quoteIdentifier).join(', ');
  if (conflict.resolution === 'ignore-duplicates' || rows.columns.length === 0) {
    return ` on conflict (${target}) do nothing`;
  }
  const changes = rows.columns
    .map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
    .join(', ');
  // Views have no `xmax` to detect updates, so each update increments the setting.
  const counting = `set_config('${UPDATED_SETTING}', (${UPDATED_COUNT} + 1)::text, true) is not null`;
  return ` on conflict (${target}) do update set ${changes} where ${counting}`;
}

function insertSql(plan: InsertPlan, parameters: Parameters): string {
  const { relation, rows } = plan;
  const into = `insert into ${quoteQualified(relation)} as t`;
  if (rows.columns.length === 0) {
    return rows.form === 'array'
      ? `${into} select from json_array_elements(${parameters.slot(rows.slot)}::json)${conflictSql(plan)}`
      : `${into} default values${conflictSql(plan)}`;
  }
  const where = whereSql('p', plan.where, parameters);
  return `${into} (${columnList(rows.columns)}) select ${columnList(rows.columns, 'p.')} from ${payloadSql(rows, parameters)}${where}${conflictSql(plan)}`;
}

function updateSql(plan: UpdatePlan, parameters: Parameters): string {
  const { relation, rows } = plan;
  const changes = rows.columns
    .map(({ name }) => `${quoteIdentifier(name)} = p.${quoteIdentifier(name)}`)
    .join(', ');
  const where = whereSql('t', plan.where, parameters);
  return `update ${quoteQualified(relation)} as t set ${changes} from (select * from ${payloadSql(rows, parameters)} limit 1) as p${where}`;
}

/** Returns no rows. */
function noRowsSql(relation: Relation, returned: ReturnedColumns): string {
  return `select ${returned.list('t')} from ${quoteQualified(relation)} as t where false`;
}

/** The mutation as a common table expression. */
export function mutationSql(
  plan: MutationPlan,
  returned: ReturnedColumns,
  parameters: Parameters,
): string {
  const returning = ` returning ${returned.list('t')}`;
  switch (plan.kind) {
    case 'insert':
      return plan.rows.empty
        ? noRowsSql(plan.relation, returned)
        : `${insertSql(plan, parameters)}${returning}`;
    case 'update':
      return plan.rows.columns.length === 0 || plan.rows.empty
        ? noRowsSql(plan.relation, returned)
        : `${updateSql(plan, parameters)}${returning}`;
    case 'delete':
      return `delete from ${quoteQualified(plan.relation)} as t${whereSql('t', plan.where, parameters)}${returning}`;
  }
}
