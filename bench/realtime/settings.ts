/** How much is measured, and for how long. */
export interface RealtimeBenchSettings {
  /** The numbers of idle sockets: some, and as many as one message goes to. */
  readonly idleCounts: readonly [number, number];
  /** Each is another user, who gets one row of each burst. */
  readonly subscribers: number;
  /** The statements that insert the rows of a burst. Each commits. */
  readonly burstStatements: number;
  readonly bursts: number;
  readonly fanOutRounds: number;
  readonly apiMs: number;
  /** Each of them on three screens. */
  readonly decisions: number;
  /** In this time the process can release memory that it needed while sockets opened. */
  readonly settleMs: number;
}

export const FULL_RUN: RealtimeBenchSettings = {
  idleCounts: [1_000, 10_000],
  subscribers: 1_000,
  burstStatements: 5,
  bursts: 5,
  fanOutRounds: 10,
  apiMs: 8_000,
  decisions: 24,
  settleMs: 5_000,
};

/** Small and short. It shows that everything works, not how fast it is. */
export const QUICK_RUN: RealtimeBenchSettings = {
  idleCounts: [200, 1_000],
  subscribers: 100,
  burstStatements: 5,
  bursts: 1,
  fanOutRounds: 2,
  apiMs: 1_000,
  decisions: 3,
  settleMs: 500,
};

export const TARGETS = {
  /** Messages a second over those of the bare server. */
  fanOutShareOfFloor: 0.6,
  changeP99Ms: 250,
  decisionP99Ms: 1_000,
} as const;
