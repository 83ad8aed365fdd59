/** How much is measured, and for how long. */
export interface ApiBenchSettings {
  readonly users: number;
  readonly orders: number;
  /** Orders in the small database of the same number of users. */
  readonly fewOrders: number;
  /** Orders that wait for a review, in both databases: a queue that people keep short. */
  readonly pendingOrders: number;
  /** A queue that nobody keeps short, measured once to show what counting costs. */
  readonly longQueue: number;
  /** Customers whose requests are sent in turn. */
  readonly activeCustomers: number;
  readonly connectionCounts: readonly number[];
  readonly warmUpMs: number;
  /** How long one side runs before the other has its turn. */
  readonly sliceMs: number;
  /** How often each side has its turn. */
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

/** Small and short: shows that everything works, not how fast it is. */
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
  /** Mean resident memory of the soak's last third over that of its middle third. */
  memoryGrowth: 1.1,
} as const;

/** The number of connections that the targets are about. */
export const TARGET_CONNECTIONS = 32;
