import type { AnswerType } from '../request/media-types.ts';
import { NULL_TEXT } from './body.ts';
import { bytesGuard, rowsGuard, type EmbedBudget, type Guards } from './guards.ts';
import type { ParameterSource } from './parameters.ts';

/** One statement: its text depends on a request's shape only. */
export interface Statement {
  readonly text: string;
  readonly sources: readonly ParameterSource[];
}

export interface StatementOptions {
  readonly answer: AnswerType;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly maxRows: number | null;
  /** Longest body of an answer; null for no limit. */
  readonly maxBytes: number | null;
  readonly guards: Guards;
  /** HEAD and minimal answers need no body. */
  readonly withBody: boolean;
}

/** Rows in lists that one answer may embed, beside the rows of the answer itself. */
const EMBEDDED_ROWS_PER_ROW = 100;

export function budgetOf({ maxRows, guards }: StatementOptions): EmbedBudget | null {
  return maxRows === null
    ? null
    : { marker: guards.marker, maxRows: maxRows * EMBEDDED_ROWS_PER_ROW };
}

/** What the database set for the answer. */
export const RESPONSE_SETTINGS = [
  "nullif(current_setting('response.headers', true), '') as headers",
  "nullif(current_setting('response.status', true), '') as status",
];

interface Parts {
  readonly prefix: string;
  readonly query: string;
  readonly total: string;
  /** Whether the planner's guess may stand for the total; in SQL. */
  readonly estimable?: string;
  readonly body: string;
  readonly inserted?: string;
  readonly location?: string;
}

/** How long the text is in which so many bytes come: of bytes themselves, two digits each. */
function textLengthOf(bytes: number, { answer }: StatementOptions): number {
  return answer.kind === 'custom' && answer.isBinary ? bytes * 2 + 2 : bytes;
}

/** The statement's one row, its columns in the order that the run step reads them. */
export function assemble(parts: Parts, options: StatementOptions): string {
  const { guards, maxBytes, withBody } = options;
  const columns = [
    'count(*) as page',
    `${parts.total} as total`,
    `${parts.body} as body`,
    ...RESPONSE_SETTINGS,
    `${parts.inserted ?? 'null::int8'} as inserted`,
    `${parts.location ?? NULL_TEXT} as location`,
    `${parts.estimable ?? 'null::bool'} as estimable`,
    `${rowsGuard(guards)} as guard`,
  ];
  const answerOf = (all: readonly string[]) =>
    `select ${all.join(', ')} from (${parts.query}) as q`;
  if (maxBytes === null || !withBody) return `${parts.prefix}${answerOf(columns)}`;
  const tooLong = (body: string) =>
    bytesGuard(guards.marker, body, textLengthOf(maxBytes, options));
  // Of the same aggregate Postgres makes one; whatever else makes a body is made once and measured.
  return options.answer.kind === 'json'
    ? `${parts.prefix}${answerOf([...columns, tooLong(parts.body)])}`
    : `${parts.prefix}select answer.*, ${tooLong('answer.body')} from (${answerOf(columns)}) as answer`;
}

export function explain(answer: AnswerType, text: string): string {
  if (answer.kind !== 'plan') return text;
  const options = answer.options.map((option) => `, ${option}`).join('');
  return `explain (format ${answer.format}${options}) ${text}`;
}
