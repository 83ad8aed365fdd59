/** The amounts and durations of a run. */
export interface ApiBenchSettings {
  readonly users: number;
  readonly orders: number;
  /** Orders in the small database, which has the same number of users. */
  readonly fewOrders: number;
  /** Pending orders in both databases. */
  readonly pendingOrders: number;
  /** Pending orders in the measurement of a long queue, which shows the cost of counting. */
  readonly longQueue: number;
  /** Customers who send requests, round-robin. */
  readonly activeCustomers: number;
  readonly connectionCounts: readonly number[];
  readonly warmUpMs: number;
  /** The duration of one round of one side. */
  readonly sliceMs: number;
  /** The number of rounds of each side. */
  readonly rounds: number;
  readonly soakMs: number;
}

export const FULL_RUN: ApiBenchSettings = {
  users: 100_000,
  orders: 1_000_000,
  fewOrders: 1_000,
  pendingOrders: 200,
  longQueue: 10_000,
  activeCustomers: 2_000,
  connectionCounts: [1, 8, 32],
  warmUpMs: 3_000,
  sliceMs: 1_500,
  rounds: 8,
  soakMs: 60_000,
};

/** A smoke test of the benchmark. Its figures are not meaningful. */
export const QUICK_RUN: ApiBenchSettings = {
  ...FULL_RUN,
  users: 10_000,
  orders: 100_000,
  activeCustomers: 500,
  warmUpMs: 1_000,
  sliceMs: 1_000,
  rounds: 1,
  soakMs: 5_000,
};

export const TARGETS = {
  readShareOfFloor: 0.45,
  insertShareOfFloor: 0.4,
  signInShareOfFloor: 0.85,
  p99OverP50: 5,
  growthOfP50: 1.3,
  /** Mean resident memory of the soak's last third relative to its middle third. */
  memoryGrowth: 1.1,
} as const;

/** The number of connections in the targets. */
export const TARGET_CONNECTIONS = 32;
