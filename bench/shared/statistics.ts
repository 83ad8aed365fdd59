/** The requests of one side of a comparison during a period. */
export interface Measurement {
  readonly durationMs: number;
  /** One entry for each request with the expected response. */
  readonly latenciesMs: Float64Array;
  readonly errorCount: number;
  /** The first errors, to find the cause. */
  readonly errorExamples: readonly string[];
}

export interface Summary {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly errorCount: number;
  readonly errorExamples: readonly string[];
}

const MAX_EXAMPLES = 5;

/** The value below which the given share (0 to 1) of sorted values lies. */
function quantile(sorted: Float64Array, share: number): number {
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[index] ?? Number.NaN;
}

/** The middle value, or the mean of the two middle values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const at = (rank: number): number => sorted[rank] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** Combines measurements that ran one after another. */
export function concatenate(measurements: readonly Measurement[]): Measurement {
  return {
    ...mergeRequests(measurements),
    durationMs: measurements.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** Combines measurements of processes that ran at the same time. */
export function overlay(measurements: readonly Measurement[]): Measurement {
  return {
    ...mergeRequests(measurements),
    durationMs: Math.max(...measurements.map(({ durationMs }) => durationMs)),
  };
}

function mergeRequests(measurements: readonly Measurement[]): Omit<Measurement, 'durationMs'> {
  const latenciesMs = new Float64Array(
    measurements.reduce((sum, measurement) => sum + measurement.latenciesMs.length, 0),
  );
  let offset = 0;
  for (const measurement of measurements) {
    latenciesMs.set(measurement.latenciesMs, offset);
    offset += measurement.latenciesMs.length;
  }
  return {
    latenciesMs,
    errorCount: measurements.reduce((sum, { errorCount }) => sum + errorCount, 0),
    errorExamples: measurements
      .flatMap(({ errorExamples }) => errorExamples)
      .slice(0, MAX_EXAMPLES),
  };
}

export function summarize(measurement: Measurement): Summary {
  const { latenciesMs, durationMs, errorCount, errorExamples } = measurement;
  const sorted = latenciesMs.toSorted();
  return {
    requestsPerSecond: (sorted.length / durationMs) * 1000,
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    p99Ms: quantile(sorted, 0.99),
    requests: sorted.length,
    errorCount,
    errorExamples,
  };
}
