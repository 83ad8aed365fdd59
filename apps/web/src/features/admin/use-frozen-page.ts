import { useEffect, useState, type RefObject } from 'react';
import { useDerivedState } from '../../lib/use-derived-state.ts';
import { lastPageOf, type Page } from './page.ts';
import { withLatestRows } from './pending-updates.ts';

interface LatestPage<Row> {
  /** Undefined while the first response loads. */
  data: Page<Row> | undefined;
  /** The data of another page, shown meanwhile. */
  isPlaceholderData: boolean;
}

interface FrozenUntil {
  /** Another page or search shows the latest data. */
  page: number | string;
  /** Gets the focus when the user requests the latest data, because the clicked button disappears. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Ids of rows that this user has decided. The first data without one of them is shown. */
  doneHere?: ReadonlySet<string>;
  /** Loads the latest data of a page that nothing else reloads. */
  reload?: () => Promise<{ isError: boolean }>;
}

interface FrozenPage<Row> {
  /** The rows in the order in which they were shown, with their latest values. Undefined while the first response loads. */
  shown: Page<Row> | undefined;
  /** The newest data of this page. Undefined while another page loads. */
  latest: Page<Row> | undefined;
  showLatest: () => void;
}

interface Frozen<Row> {
  data: Page<Row>;
  page: FrozenUntil['page'];
  shows: number;
}

const NONE: ReadonlySet<string> = new Set();

/** The page of a list whose rows stay in place: newer data waits, so that no row moves below the pointer. */
export function useFrozenPage<Row extends { id: string | null }>(
  { data, isPlaceholderData }: LatestPage<Row>,
  { page, headingRef, doneHere = NONE, reload }: FrozenUntil,
): FrozenPage<Row> {
  /** The number of requests for the latest data. */
  const [shows, setShows] = useState(0);
  const latest = isPlaceholderData ? undefined : data;
  const frozen = useDerivedState<Frozen<Row> | null>(null, (earlier) => {
    if (latest === undefined) return earlier;
    const isCurrent = earlier?.page === page && earlier.shows === shows;
    if (isCurrent && !hasDecidedRowLeft(earlier.data, latest, doneHere)) return earlier;
    return { data: latest, page, shows };
  });

  function showLatest() {
    headingRef.current?.focus();
    if (reload === undefined) setShows((count) => count + 1);
    else void showReloaded(reload);
  }

  async function showReloaded(load: NonNullable<FrozenUntil['reload']>) {
    const { isError } = await load();
    if (!isError) setShows((count) => count + 1);
  }

  return {
    shown:
      frozen === null
        ? undefined
        : {
            ...frozen.data,
            rows: withLatestRows(frozen.data.rows, latest?.rows ?? []),
          },
    latest,
    showLatest,
  };
}

function hasDecidedRowLeft<Row extends { id: string | null }>(
  shown: Page<Row>,
  latest: Page<Row>,
  doneHere: ReadonlySet<string>,
): boolean {
  return shown.rows.some(
    ({ id }) => doneHere.has(id ?? '') && latest.rows.every((row) => row.id !== id),
  );
}

interface PageChoice {
  page: number;
  setPage: (page: number, options: { replace: true }) => void;
  pageSize: number;
  /** Undefined while the list loads. */
  totalCount: number | undefined;
}

/** Goes to the last page when the chosen one no longer exists. */
export function useExistingPage({ page, setPage, pageSize, totalCount }: PageChoice): void {
  const lastPage = totalCount === undefined ? page : lastPageOf(totalCount, pageSize);
  useEffect(() => {
    if (page > lastPage) setPage(lastPage, { replace: true });
  });
}
