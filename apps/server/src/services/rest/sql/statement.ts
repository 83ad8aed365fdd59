import type { PlannedRange, ReadPlan } from '../plan/types.ts';
import type { AnswerType } from '../request/media-types.ts';
import type { Routine } from '../schema-cache/types.ts';
import { callSql, SCALAR_COLUMN, type CallArguments } from './call.ts';
import { mutationSql, UPDATED_COUNT, type MutationPlan } from './mutate.ts';
import { quoteIdentifier, Parameters, type ParameterSource } from './parameters.ts';
import {
  countedRowsSql,
  countSql,
  rangeSql,
  readSql,
  relationSource,
  type ReadSource,
} from './read.ts';
import { returnedColumns } from './returned-columns.ts';

/** One statement: its text depends on a request's shape only. */
export interface Statement {
  readonly text: string;
  readonly sources: readonly ParameterSource[];
}

/** What the statement itself must refuse, so that the transaction is rolled back with it. */
export interface Guards {
  /** Unguessable, so that no error of the database can be taken for a guard's. */
  readonly marker: string;
  /** Exactly one row, else an error. */
  readonly single: boolean;
  /** At most this many rows, else an error. */
  readonly maxAffected: number | null;
  /** The payload's one row fits the URL, else an error. */
  readonly put: boolean;
}

export type GuardName = 'single' | 'max-affected' | 'put';

export interface StatementOptions {
  readonly answer: AnswerType;
  /** `estimated` counts no further than the row cap; beyond it the planner's guess serves. */
  readonly count: 'exact' | 'estimated' | null;
  readonly maxRows: number | null;
  readonly guards: Guards;
  /** HEAD and minimal answers need no body. */
  readonly withBody: boolean;
}

/** The columns of every statement's one row, in order. */
export const RESULT_COLUMNS = [
  'page',
  'total',
  'body',
  'headers',
  'status',
  'inserted',
  'location',
  'guard',
] as const;

const NULL_TEXT = 'null::text';
const RESPONSE_SETTINGS = [
  "nullif(current_setting('response.headers', true), '')",
  "nullif(current_setting('response.status', true), '')",
];

function jsonBody(answer: Extract<AnswerType, { kind: 'json' }>, value: string): string {
  const all = `json_agg(${value})`;
  const body = answer.single ? `${all}->0` : all;
  const stripped = answer.stripNulls ? `json_strip_nulls(${body})` : body;
  return `coalesce(${stripped}, '${answer.single ? 'null' : '[]'}')`;
}

/** Postgres writes a row as text with the quoting that CSV has, in parentheses. */
function csvBody(source: string): string {
  const name = `case when k ~ '[",\\n\\r]' then '"' || replace(k, '"', '""') || '"' else k end`;
  const first = `select row_to_json(h.*) as row from (${source}) as h limit 1`;
  const header = `(select coalesce(string_agg(${name}, ','), '') from (${first}) as f cross join lateral json_object_keys(f.row) as k)`;
  return `${header} || E'\\n' || coalesce(string_agg(substring((q.*)::text, 2, length((q.*)::text) - 2), E'\\n'), '')`;
}

function bodySql(answer: AnswerType, value: string, source: string): string {
  switch (answer.kind) {
    case 'json':
      return jsonBody(answer, value);
    case 'csv':
      return csvBody(source);
    case 'plan':
      return bodySql(answer.of, value, source);
    case 'openapi':
    case 'any':
    case 'other':
      return NULL_TEXT;
  }
}

/** Fails inside Postgres with a message that `readGuard` understands. */
function guardSql({ marker, single, maxAffected, put }: Guards): string {
  const refuse = (name: GuardName) => `('${marker}:${name}:' || count(*))::int4`;
  const tests = [
    ...(maxAffected === null
      ? []
      : [`when count(*) > ${maxAffected} then ${refuse('max-affected')}`]),
    ...(put ? [`when count(*) <> 1 then ${refuse('put')}`] : []),
    ...(single ? [`when count(*) <> 1 then ${refuse('single')}`] : []),
  ];
  return tests.length === 0 ? 'null::int4' : `case ${tests.join(' ')} end`;
}

/** What a guard's error says: which guard and how many rows; null for any other error. */
export function readGuard(
  marker: string,
  message: string,
): { name: GuardName; rows: string } | null {
  const at = message.indexOf(`${marker}:`);
  if (at < 0) return null;
  const [, name, rows] =
    /:(single|max-affected|put):(\d+)/.exec(message.slice(at + marker.length)) ?? [];
  return name === undefined || rows === undefined ? null : { name: name as GuardName, rows };
}

interface Parts {
  readonly prefix: string;
  readonly query: string;
  readonly total: string;
  readonly body: string;
  readonly inserted?: string;
  readonly location?: string;
}

function assemble(parts: Parts, guards: Guards): string {
  const columns = [
    'count(*)',
    parts.total,
    parts.body,
    ...RESPONSE_SETTINGS,
    parts.inserted ?? 'null::int8',
    parts.location ?? NULL_TEXT,
    guardSql(guards),
  ];
  return `${parts.prefix}select ${columns.join(', ')} from (${parts.query}) as q`;
}

function explain(answer: AnswerType, text: string): string {
  if (answer.kind !== 'plan') return text;
  const options = answer.options.map((option) => `, ${option}`).join('');
  return `explain (format ${answer.format}${options}) ${text}`;
}

function totalSql(options: StatementOptions, count: (most: number | null) => string): string {
  if (options.count === null) return 'null::int8';
  const { count: kind, maxRows } = options;
  return `(${count(kind === 'estimated' && maxRows !== null ? maxRows + 1 : null)})`;
}

/** Rows of a relation. */
export function readStatement(plan: ReadPlan, options: StatementOptions): Statement {
  const parameters = new Parameters();
  const source = relationSource(plan);
  const query = readSql(plan, source, parameters, options.maxRows);
  const total = totalSql(options, (most) => countSql(plan, source, parameters, most));
  const body = options.withBody ? bodySql(options.answer, 'q.*', query) : NULL_TEXT;
  const text = assemble({ prefix: '', query, total, body }, options.guards);
  return { text: explain(options.answer, text), sources: parameters.sources };
}

/** How many rows Postgres expects; its answer is a plan in JSON. */
export function plannedCountStatement(plan: ReadPlan): Statement {
  const parameters = new Parameters();
  const rows = countedRowsSql(plan, relationSource(plan), parameters);
  return { text: `explain (format json) ${rows}`, sources: parameters.sources };
}

const fromResult: ReadSource = { from: 'src as t0', rowColumn: null };

/** `?id=eq.5` of the one row written; nothing for several. */
function locationSql(primaryKey: readonly string[], parameters: Parameters): string {
  const pairs = primaryKey.map((name) => {
    const value = `src.${quoteIdentifier(name)}::text`;
    const key = parameters.constant(name);
    return `${key}::text, coalesce('eq.' || ${value}, 'is.null')`;
  });
  return `case when count(*) = 1 then (select json_build_array(${pairs.join(', ')})::text from src limit 1) end`;
}

/** A write, and what is read of the rows written. */
export function mutationStatement(
  mutation: MutationPlan,
  plan: ReadPlan,
  options: StatementOptions & { readonly withLocation: boolean; readonly countInserted: boolean },
): Statement {
  const parameters = new Parameters();
  const { relation } = mutation;
  const key = options.withLocation ? relation.primaryKey : [];
  const nothing = { ...plan, columns: [], embeds: [], where: [], order: [] };
  const read = options.withBody ? plan : nothing;
  const returned = returnedColumns(read, relation, key);
  const source = { ...fromResult, rowColumn: returned.rowColumn };
  const write = mutationSql(mutation, returned, parameters);
  const query = readSql(
    { ...read, range: { limit: null, offset: null } },
    source,
    parameters,
    null,
  );
  const text = assemble(
    {
      prefix: `with src as (${write}) `,
      query,
      total: 'null::int8',
      body: options.withBody ? bodySql(options.answer, 'q.*', query) : NULL_TEXT,
      inserted: options.countInserted ? `count(*) - ${UPDATED_COUNT}` : 'null::int8',
      location: key.length > 0 ? locationSql(key, parameters) : NULL_TEXT,
    },
    options.guards,
  );
  return { text: explain(options.answer, text), sources: parameters.sources };
}

function callBody(routine: Routine, options: StatementOptions, query: string): string {
  if (!options.withBody || routine.returns === 'void') return NULL_TEXT;
  const { answer } = options;
  const value = routine.returns === 'scalar' ? `q.${quoteIdentifier(SCALAR_COLUMN)}` : 'q.*';
  // A function that returns no set answers with its one result, not with a list of it.
  if (!routine.returnsSet && answer.kind === 'json') {
    return jsonBody({ ...answer, single: true }, value);
  }
  return bodySql(answer, value, query);
}

/** The values of a function that returns no rows with columns. */
function valuesSql(
  routine: Routine,
  range: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const values = `select t0.${quoteIdentifier(SCALAR_COLUMN)} from src as t0`;
  return routine.returnsSet ? `${values}${rangeSql(range, parameters, maxRows)}` : values;
}

/**
 * A function's result, filtered, ordered and embedded like a relation's rows.
 *
 * @param read of a function that returns plain values, which part of them is read
 */
export function callStatement(
  routine: Routine,
  given: CallArguments,
  read: ReadPlan | PlannedRange,
  options: StatementOptions,
): Statement {
  const plan = 'relation' in read ? read : null;
  const range = 'relation' in read ? read.range : read;
  const parameters = new Parameters();
  const returned =
    plan === null ? { list: () => '1', rowColumn: null } : returnedColumns(plan, plan.relation, []);
  const source = { ...fromResult, rowColumn: returned.rowColumn };
  const call = callSql(routine, given, returned, parameters);
  const query =
    plan === null
      ? valuesSql(routine, range, parameters, options.maxRows)
      : readSql(plan, source, parameters, options.maxRows);
  const total = totalSql(options, (most) =>
    plan === null ? 'select count(*) from src' : countSql(plan, source, parameters, most),
  );
  const text = assemble(
    {
      prefix: `with src as (${call}) `,
      query,
      total,
      body: callBody(routine, options, query),
    },
    options.guards,
  );
  return { text: explain(options.answer, text), sources: parameters.sources };
}
