import type { RawRows } from '../../../platform/database/wire/wire-pool.ts';
import type { CompiledRequest } from '../compile/compiled-request.ts';

/** What the one main statement said. */
export interface QueryResult {
  /** Rows in the answer. */
  readonly page: number;
  /** Rows there are, where that was asked for. */
  readonly total: number | null;
  readonly body: Buffer | null;
  /** What the database set for `response.headers` and `response.status`. */
  readonly headers: string | null;
  readonly status: string | null;
  readonly inserted: number | null;
  /** Name and value of each primary key column, alternating. */
  readonly location: readonly string[] | null;
  /** Whether a guess of the planner may stand for the total. */
  readonly estimable: boolean;
}

type Cell = Buffer | null | undefined;

function numberOf(cell: Cell): number | null {
  return cell === null || cell === undefined ? null : Number(cell.toString('latin1'));
}

function textOf(cell: Cell): string | null {
  return cell?.toString('utf8') ?? null;
}

/** Bytes come as text, two digits each after `\x`. */
function bodyOf(cell: Cell, { answer }: CompiledRequest): Buffer | null {
  if (cell === null || cell === undefined) return null;
  if (answer.kind !== 'custom' || !answer.isBinary) return cell;
  return Buffer.from(cell.toString('latin1', 2), 'hex');
}

export function toResult(rows: RawRows, compiled: CompiledRequest): QueryResult {
  const [page, total, body, headers, status, inserted, location, estimable] = rows[0] ?? [];
  const locationText = textOf(location);
  return {
    page: numberOf(page) ?? 0,
    total: numberOf(total),
    body: bodyOf(body, compiled),
    headers: textOf(headers),
    status: textOf(status),
    inserted: numberOf(inserted),
    location: locationText === null ? null : (JSON.parse(locationText) as string[]),
    estimable: textOf(estimable) === 't',
  };
}

/** A plan comes as one JSON value or as lines of text, and is nothing but a body. */
export function toPlanResult(rows: RawRows, compiled: CompiledRequest): QueryResult {
  const lines = rows.map((row) => textOf(row[0]) ?? '');
  return toResult([[null, null, Buffer.from(lines.join('\n'))]], compiled);
}

export function plannedRows(rows: RawRows): number {
  const [plan] = JSON.parse(textOf(rows[0]?.[0]) ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[];
  return plan?.Plan?.['Plan Rows'] ?? 0;
}
