import type { AnswerType } from '../request/media-types.ts';
import { quoteQualified } from './parameters.ts';

export const NULL_TEXT = 'null::text';

/** JSON made by Postgres of the values that `value` stands for. */
export function jsonBody(answer: Extract<AnswerType, { kind: 'json' }>, value: string): string {
  const all = `json_agg(${value})`;
  const body = answer.single ? `${all}->0` : all;
  const stripped = answer.stripNulls ? `json_strip_nulls(${body})` : body;
  return `coalesce(${stripped}, '${answer.single ? 'null' : '[]'}')::text`;
}

/** Postgres writes a row as text with the quoting that CSV has, in parentheses. */
function csvBody(source: string): string {
  const name = `case when k ~ '[",\\n\\r]' then '"' || replace(k, '"', '""') || '"' else k end`;
  const first = `select row_to_json(h.*) as row from (${source}) as h limit 1`;
  const header = `(select coalesce(string_agg(${name}, ','), '') from (${first}) as f cross join lateral json_object_keys(f.row) as k)`;
  return `${header} || E'\\n' || coalesce(string_agg(substring((q.*)::text, 2, length((q.*)::text) - 2), E'\\n'), '')`;
}

/** A collection of features (RFC 7946), each made by PostGIS, wherever the search path finds it. */
function geoJsonBody(row: string): string {
  const features = `coalesce(json_agg(st_asgeojson(${row})::json), '[]')`;
  return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`;
}

/** What a handler of the database makes of the rows. */
function customBody({ handler }: Extract<AnswerType, { kind: 'custom' }>, value: string): string {
  if (handler.kind === 'value') return `(array_agg(${value}))[1]::text`;
  const row = handler.rowType === null ? value : `${value}::${quoteQualified(handler.rowType)}`;
  return `${quoteQualified(handler)}(${row})::text`;
}

/**
 * The whole body in the form that was negotiated.
 *
 * @param value one row or value in it
 * @param source the query that all of them come from
 */
export function bodySql(answer: AnswerType, value: string, source: string): string {
  switch (answer.kind) {
    case 'json':
      return jsonBody(answer, value);
    case 'csv':
      return csvBody(source);
    case 'geojson':
      return geoJsonBody(value === 'q.*' ? 'q' : value);
    case 'custom':
      return customBody(answer, value === 'q.*' ? 'q' : value);
    case 'plan':
      return bodySql(answer.of, value, source);
    case 'openapi':
    case 'any':
    case 'other':
      return NULL_TEXT;
  }
}
