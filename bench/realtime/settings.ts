/** How much is measured, and for how long. */
export interface RealtimeBenchSettings {
  /** Sockets that are there and say nothing: some, and as many as one message goes to. */
  readonly idleCounts: readonly [number, number];
  /** Each subscribes as a user of its own, and gets one row of each burst. */
  readonly subscribers: number;
  /** A burst's rows come in so many statements, each of which commits. */
  readonly burstStatements: number;
  readonly bursts: number;
  readonly fanOutRounds: number;
  readonly apiMs: number;
  /** Each of them on three screens. */
  readonly decisions: number;
  /** What was allocated while sockets opened may be given back meanwhile. */
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

/** Small and short: shows that everything works, not how fast it is. */
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
