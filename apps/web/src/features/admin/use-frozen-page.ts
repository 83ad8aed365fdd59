import { useState } from 'react';
import type { Page } from './page.ts';

interface LatestPage<Row> {
  /** Undefined while the first response loads. */
  data: Page<Row> | undefined;
  /** The data of another page, shown meanwhile. */
  isPlaceholderData: boolean;
}

interface HeldUntil {
  /** Another page or search shows the latest data. */
  page: number | string;
  /** Counts the requests for the latest data. */
  shows: number;
  /** Ids of rows that this user has decided. The first data without one of them is shown. */
  doneHere?: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The page of a list as it is shown. Newer data waits, so that no row moves below the user's pointer. */
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
