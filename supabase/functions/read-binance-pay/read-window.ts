import type { Mark } from '../_shared/statement-source.ts';

/** The API's limits. */
export const MAX_ROWS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_WINDOW_MS = 90 * DAY_MS;
/** The API keeps 18 months. */
const MAX_AGE_MS = 540 * DAY_MS;
/** A payment may appear in the API some time after its time. */
const OVERLAP_MS = 15 * 60 * 1000;

/** A time span of the API, in milliseconds since 1970. */
export interface ReadWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How far Binance Pay was read. */
export interface WindowMark {
  /** Where the next window starts. */
  readonly fromMs: number;
  readonly lengthMs: number;
}

function positiveNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

export function readWindowMark(mark: Mark, firstReadFrom: Date): WindowMark {
  return {
    fromMs: positiveNumber(mark.from_ms) ?? firstReadFrom.getTime(),
    lengthMs: positiveNumber(mark.length_ms) ?? MAX_WINDOW_MS,
  };
}

export function windowOf({ fromMs, lengthMs }: WindowMark, nowMs: number): ReadWindow {
  const start = Math.min(Math.max(fromMs, nowMs - MAX_AGE_MS), nowMs - 1);
  return { fromMs: start, toMs: Math.min(start + Math.min(lengthMs, MAX_WINDOW_MS), nowMs) };
}

/**
 * The mark after a window was read. The API does not document the order of its rows, so a full answer does not show
 * which payments are missing: half of the window is read next. The last minutes are read again.
 */
export function nextMark({ fromMs, toMs }: ReadWindow, rows: number, nowMs: number): WindowMark {
  const lengthMs = toMs - fromMs;
  if (rows >= MAX_ROWS && lengthMs > 1) {
    return { fromMs, lengthMs: Math.ceil(lengthMs / 2) };
  }
  const isSparse = rows * 2 < MAX_ROWS;
  return {
    fromMs: toMs < nowMs ? toMs : Math.max(fromMs, nowMs - OVERLAP_MS),
    lengthMs: Math.min(isSparse ? Math.max(lengthMs * 2, OVERLAP_MS) : lengthMs, MAX_WINDOW_MS),
  };
}
