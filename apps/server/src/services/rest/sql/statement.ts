import type { MediaType } from '../request/media-types.ts';
import type { Preferences } from '../request/preferences.ts';
import { NULL_TEXT } from './body.ts';
import { bytesGuard, rowsGuard, type EmbedBudget, type Guards } from './guards.ts';
import type { Parameters, ParameterSource } from './parameters.ts';

/** A statement. Its text depends only on the shape of a request. */
export interface Statement {
  readonly text: string;
  readonly sources: readonly ParameterSource[];
}

export interface StatementOptions {
  readonly mediaType: MediaType;
  readonly count: Preferences['count'];
  readonly maxRows: number | null;
  /** The maximum size of the response body; null for no limit. */
  readonly maxBytes: number | null;
  readonly guards: Guards;
  /** False for HEAD and `return=minimal`. */
  readonly withBody: boolean;
}

/** The maximum number of rows in embedded lists, per row of `maxRows`. */
const EMBEDDED_ROWS_PER_ROW = 100;

export function budgetOf({ maxRows, guards }: StatementOptions): EmbedBudget | null {
  return maxRows === null
    ? null
    : { marker: guards.marker, maxRows: maxRows * EMBEDDED_ROWS_PER_ROW };
}

/** The settings by which the database overrides the response. */
export const RESPONSE_SETTINGS = [
  "nullif(current_setting('response.headers', true), '') as headers",
  "nullif(current_setting('response.status', true), '') as status",
];

interface Parts {
  readonly prefix: string;
  readonly query: string;
  readonly total: string;
  /** A condition: whether the planner's estimate may replace the total. */
  readonly estimable?: string;
  readonly body: string;
  readonly inserted?: string;
  readonly location?: string;
}

/** The length of a body as text: binary bodies have two hex digits per byte. */
function textLengthOf(bytes: number, { mediaType }: StatementOptions): number {
  return mediaType.kind === 'custom' && mediaType.isBinary ? bytes * 2 + 2 : bytes;
}

/** The text of a statement. Its single row has the columns that `toResult` reads. */
function statementText(parts: Parts, options: StatementOptions): string {
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
  const selectFrom = (all: readonly string[]) =>
    `select ${all.join(', ')} from (${parts.query}) as q`;
  if (maxBytes === null || !withBody) return `${parts.prefix}${selectFrom(columns)}`;
  const tooLong = (body: string) =>
    bytesGuard(guards.marker, body, textLengthOf(maxBytes, options));
  // Postgres evaluates equal aggregates once. Other bodies are measured in an outer query.
  return options.mediaType.kind === 'json'
    ? `${parts.prefix}${selectFrom([...columns, tooLong(parts.body)])}`
    : `${parts.prefix}select response.*, ${tooLong('response.body')} from (${selectFrom(columns)}) as response`;
}

function explain(mediaType: MediaType, text: string): string {
  if (mediaType.kind !== 'plan') return text;
  const options = mediaType.options.map((option) => `, ${option}`).join('');
  return `explain (format ${mediaType.format}${options}) ${text}`;
}

export function assemble(
  parts: Parts,
  { sources }: Parameters,
  options: StatementOptions,
): Statement {
  return { text: explain(options.mediaType, statementText(parts, options)), sources };
}
