export const BUDGETS = {
  firstViewKb: { 'signed out': 120, 'signed in': 215 },
  addedByRouteKb: 35,
  layoutShift: 0,
  lighthouse: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
} as const;

export type LighthouseCategory = keyof typeof BUDGETS.lighthouse;

/** Budgets count as browsers' tools do: a kB is 1,000 bytes. */
export const BYTES_PER_KB = 1_000;
