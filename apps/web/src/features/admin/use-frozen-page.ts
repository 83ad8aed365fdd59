import { useEffect, useState, type RefObject } from 'react';
import { lastPageOf, type Page } from './page.ts';

interface LatestPage<Row> {
  /** Undefined while the first response loads. */
  data: Page<Row> | undefined;
  /** The data of another page, shown meanwhile. */
  isPlaceholderData: boolean;
}

interface FrozenUntil {
  /** Another page or search shows the latest data. */
  page: number | string;
  /** Gets the focus when the latest data is shown, because the clicked button disappears. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Ids of rows that this user has decided. The first data without one of them is shown. */
  doneHere?: ReadonlySet<string>;
}

interface FrozenPage<Row> {
  /** The rows as they are shown. Undefined while the first response loads. */
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
  { page, headingRef, doneHere = NONE }: FrozenUntil,
): FrozenPage<Row> {
  const [frozen, setFrozen] = useState<Frozen<Row> | null>(null);
  /** The number of requests for the latest data. */
  const [shows, setShows] = useState(0);
  const latest = isPlaceholderData ? undefined : data;

  function showLatest() {
    setShows((count) => count + 1);
    headingRef.current?.focus();
  }

  if (latest === undefined) return { shown: frozen?.data, latest, showLatest };
  const hasDecidedRowLeft = frozen?.data.rows.some(
    ({ id }) => doneHere.has(id ?? '') && latest.rows.every((row) => row.id !== id),
  );
  const isOutdated = frozen?.page !== page || frozen.shows !== shows || hasDecidedRowLeft;
  if (!isOutdated) return { shown: frozen.data, latest, showLatest };
  setFrozen({ data: latest, page, shows });
  return { shown: latest, latest, showLatest };
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

/** The value of the last moment at which everything had loaded. */
export function useSettled<Value extends object>(value: Value, isSettled: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (isSettled && JSON.stringify(settled) !== JSON.stringify(value)) setSettled(value);
  return settled;
}
