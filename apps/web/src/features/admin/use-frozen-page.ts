import { useState } from 'react';
import type { Page } from './page.ts';

interface LatestPage<Row> {
  /** Undefined while the first answer is on its way. */
  data: Page<Row> | undefined;
  /** The answer is that of another page, shown meanwhile. */
  isPlaceholderData: boolean;
}

interface HeldUntil {
  /** Another page, or another search, shows its latest. */
  page: number | string;
  /** Counts how often the latest was asked for. */
  shows: number;
  /** Rows that somebody here has dealt with: the first answer without one of them is shown. */
  doneHere?: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * A page of a list as it is shown. Newer answers wait, so that no row moves by itself under
 * somebody's pointer.
 */
export function useFrozenPage<Row extends { id: string | null }>(
  { data, isPlaceholderData }: LatestPage<Row>,
  { page, shows, doneHere = NOTHING }: HeldUntil,
): Page<Row> | undefined {
  const [held, setHeld] = useState<{
    data: Page<Row>;
    page: HeldUntil['page'];
    shows: number;
  } | null>(null);
  if (data === undefined || isPlaceholderData) return held?.data;
  const isOutdated =
    held?.page !== page ||
    held.shows !== shows ||
    held.data.rows.some(
      ({ id }) => doneHere.has(id ?? '') && data.rows.every((row) => row.id !== id),
    );
  if (!isOutdated) return held.data;
  setHeld({ data, page, shows });
  return data;
}
