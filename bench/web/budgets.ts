export const BUDGETS = {
  firstViewKb: 170,
  addedByRouteKb: 45,
  layoutShift: 0.02,
  lighthouse: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
} as const;

export type LighthouseCategory = keyof typeof BUDGETS.lighthouse;

/** Budgets count as browsers' tools do: a kB is 1,000 bytes. */
export const BYTES_PER_KB = 1_000;
