/** The amounts of a run. */
export interface AdminBenchSettings {
  readonly users: number;
  readonly records: number;
  readonly pendingRecords: number;
  /** How often each search runs, each time with other values. */
  readonly searchesOfKind: number;
  /** Orders of one round with and one without the triggers of the back office. */
  readonly insertsOfRound: number;
  readonly insertRounds: number;
}

export const FULL_RUN: AdminBenchSettings = {
  users: 100_000,
  records: 1_000_000,
  pendingRecords: 10_000,
  searchesOfKind: 40,
  insertsOfRound: 200,
  insertRounds: 12,
};

/** A smoke test of the benchmark. Its figures are not meaningful. */
export const QUICK_RUN: AdminBenchSettings = {
  users: 2_000,
  records: 20_000,
  pendingRecords: 1_000,
  searchesOfKind: 5,
  insertsOfRound: 50,
  insertRounds: 2,
};

export const TARGETS = {
  searchP95Ms: 150,
  queueP95Ms: 150,
} as const;
