/** Registers the metrics of a part. No label may contain personal data. */
export interface Metrics {
  /** A value that is read at each scrape. The values of several processes are added up. */
  gauge(gauge: Gauge): void;
}

export interface Gauge {
  /** In snake case with its unit, such as `backend_hashes_waiting`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly read: () => number;
}

/** For processes without a metrics endpoint. */
export const noMetrics: Metrics = { gauge: () => undefined };
