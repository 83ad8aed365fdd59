export interface ListNews {
  /** Records that came since the list was shown. */
  arrived: number;
  /** Shown records that wait no more. */
  decided: number;
}

/** "2 new orders", "1 order decided", "2 new orders, 1 decided"; empty when all is as it is shown. */
export function describeNews({ arrived, decided }: ListNews, name: string): string {
  const named = (count: number) => `${name}${count === 1 ? '' : 's'}`;
  const news: string[] = [];
  if (arrived > 0) news.push(`${String(arrived)} new ${named(arrived)}`);
  if (decided > 0) {
    news.push(`${String(decided)}${arrived > 0 ? '' : ` ${named(decided)}`} decided`);
  }
  return news.join(', ');
}

interface ListState {
  /** Of all pages, now. */
  waiting: number;
  /** Of all pages, when the list was shown. */
  shown: number;
  /** Which of the rows shown wait no more. */
  decidedIds: readonly string[];
  /** Whoever reviewed a record needs not be told of it. */
  reviewedHere: ReadonlySet<string>;
}

/** What has changed since a list was shown. */
export function countNews({ waiting, shown, decidedIds, reviewedHere }: ListState): ListNews {
  return {
    arrived: Math.max(0, waiting - (shown - decidedIds.length)),
    decided: decidedIds.filter((id) => !reviewedHere.has(id)).length,
  };
}
