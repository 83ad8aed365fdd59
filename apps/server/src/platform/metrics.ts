/** What is measured of a part, told to whoever watches the server. Names nobody: no label may hold what a person typed. */
export interface Metrics {
  /** A figure that is read whenever somebody asks. Those of several processes are added up. */
  gauge(figure: Gauge): void;
}

export interface Gauge {
  /** In snake case with its unit, such as `beaconpay_hashes_waiting`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly read: () => number;
}

/** For where nobody watches. */
export const noMetrics: Metrics = { gauge: () => undefined };
