import type { RawRows } from '../../../platform/database/wire/wire-pool.ts';
import type { MediaType } from '../request/media-types.ts';

/** The result of the main statement. */
export interface QueryResult {
  /** The number of rows in the response. */
  readonly page: number;
  /** The number of all rows, if a count was requested. */
  readonly total: number | null;
  readonly body: Buffer | null;
  /** The settings `response.headers` and `response.status`. */
  readonly headers: string | null;
  readonly status: string | null;
  readonly inserted: number | null;
  /** Alternating names and values of the primary key. */
  readonly location: readonly string[] | null;
  /** Whether the planner's estimate may replace the total. */
  readonly estimable: boolean;
}

type Cell = Buffer | null | undefined;

function numberOf(cell: Cell): number | null {
  return cell === null || cell === undefined ? null : Number(cell.toString('latin1'));
}

function textOf(cell: Cell): string | null {
  return cell?.toString('utf8') ?? null;
}

/** Decodes the hex format of `bytea`. */
function bodyOf(cell: Cell, mediaType: MediaType): Buffer | null {
  if (cell === null || cell === undefined) return null;
  if (mediaType.kind !== 'custom' || !mediaType.isBinary) return cell;
  return Buffer.from(cell.toString('latin1', 2), 'hex');
}

export function toResult(rows: RawRows, mediaType: MediaType): QueryResult {
  const [page, total, body, headers, status, inserted, location, estimable] = rows[0] ?? [];
  const locationText = textOf(location);
  return {
    page: numberOf(page) ?? 0,
    total: numberOf(total),
    body: bodyOf(body, mediaType),
    headers: textOf(headers),
    status: textOf(status),
    inserted: numberOf(inserted),
    location: locationText === null ? null : (JSON.parse(locationText) as string[]),
    estimable: textOf(estimable) === 't',
  };
}

/** The result of `explain`: a JSON value or lines of text. */
export function toPlanResult(rows: RawRows, mediaType: MediaType): QueryResult {
  const lines = rows.map((row) => textOf(row[0]) ?? '');
  return toResult([[null, null, Buffer.from(lines.join('\n'))]], mediaType);
}

export function plannedRows(rows: RawRows): number {
  const [plan] = JSON.parse(textOf(rows[0]?.[0]) ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[];
  return plan?.Plan?.['Plan Rows'] ?? 0;
}
