import type { MediaType } from '../request/media-types.ts';
import { quoteQualified } from '../sql-text.ts';

export const NULL_TEXT = 'null::text';

/** Aggregates the rows to JSON. */
export function jsonBody(mediaType: Extract<MediaType, { kind: 'json' }>, value: string): string {
  const all = `json_agg(${value})`;
  const body = mediaType.single ? `${all}->0` : all;
  const stripped = mediaType.stripNulls ? `json_strip_nulls(${body})` : body;
  return `coalesce(${stripped}, '${mediaType.single ? 'null' : '[]'}')::text`;
}

/** Renders CSV: Postgres formats a row as text with CSV quoting, in parentheses. */
function csvBody(source: string): string {
  const name = `case when k ~ '[",\\n\\r]' then '"' || replace(k, '"', '""') || '"' else k end`;
  const first = `select row_to_json(h.*) as row from (${source}) as h limit 1`;
  const header = `(select coalesce(string_agg(${name}, ','), '') from (${first}) as f cross join lateral json_object_keys(f.row) as k)`;
  return `${header} || E'\\n' || coalesce(string_agg(substring((q.*)::text, 2, length((q.*)::text) - 2), E'\\n'), '')`;
}

/** Renders a GeoJSON feature collection (RFC 7946) with PostGIS. */
function geoJsonBody(row: string): string {
  const features = `coalesce(json_agg(st_asgeojson(${row})::json), '[]')`;
  return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`;
}

/** Renders the rows with a media type handler of the database. */
function customBody({ handler }: Extract<MediaType, { kind: 'custom' }>, value: string): string {
  if (handler.kind === 'value') return `(array_agg(${value}))[1]::text`;
  const row = handler.rowType === null ? value : `${value}::${quoteQualified(handler.rowType)}`;
  return `${quoteQualified(handler)}(${row})::text`;
}

/**
 * Renders the response body in the negotiated media type.
 *
 * @param value the expression of one row or value
 * @param source the query of all rows
 */
export function bodySql(mediaType: MediaType, value: string, source: string): string {
  switch (mediaType.kind) {
    case 'json':
      return jsonBody(mediaType, value);
    case 'csv':
      return csvBody(source);
    case 'geojson':
      return geoJsonBody(value === 'q.*' ? 'q' : value);
    case 'custom':
      return customBody(mediaType, value === 'q.*' ? 'q' : value);
    case 'plan':
      return bodySql(mediaType.of, value, source);
    case 'openapi':
    case 'any':
    case 'other':
      return NULL_TEXT;
  }
}
