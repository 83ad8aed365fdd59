import { concatenate, medianOf, summarize, type Measurement, type Summary } from './statistics.ts';

/** One side of a comparison: runs for the duration and returns its measurement. */
export type Side = (durationMs: number) => Promise<Measurement>;

export interface Comparison {
  readonly subject: Summary;
  readonly reference: Summary;
  /** Shown for information only. No target applies to it. */
  readonly further: Summary | null;
  /** Requests per second of the subject divided by the reference: one share per round, in ascending order. */
  readonly shares: readonly number[];
}

export interface ComparisonPace {
  readonly rounds: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
}

/** Alternates between both sides, so that other load on the machine affects both. */
export async function compareInTurns(
  subject: Side,
  reference: Side,
  pace: ComparisonPace,
  further: Side | null = null,
): Promise<Comparison> {
  await subject(pace.warmUpMs);
  await reference(pace.warmUpMs);
  await further?.(pace.warmUpMs);
  const subjectSlices: Measurement[] = [];
  const referenceSlices: Measurement[] = [];
  const furtherSlices: Measurement[] = [];
  const shares: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    // Each side runs first in every other round.
    const early = round % 2 === 0 ? await subject(pace.sliceMs) : null;
    const referenceSlice = await reference(pace.sliceMs);
    const subjectSlice = early ?? (await subject(pace.sliceMs));
    if (further !== null) furtherSlices.push(await further(pace.sliceMs));
    subjectSlices.push(subjectSlice);
    referenceSlices.push(referenceSlice);
    shares.push(
      summarize(subjectSlice).requestsPerSecond / summarize(referenceSlice).requestsPerSecond,
    );
  }
  shares.sort((left, right) => left - right);
  return {
    subject: summarize(concatenate(subjectSlices)),
    reference: summarize(concatenate(referenceSlices)),
    further: further === null ? null : summarize(concatenate(furtherSlices)),
    shares,
  };
}

export function shareOf({ subject, reference }: Comparison): number {
  return subject.requestsPerSecond / reference.requestsPerSecond;
}

/** The shares of the worst round and of the best round. */
export function shareRangeOf({ shares }: Comparison): readonly [number, number] {
  return [shares.at(0) ?? Number.NaN, shares.at(-1) ?? Number.NaN];
}

/**
 * The median of the shares of all rounds, with its 95 % confidence interval. The interval uses ranks. It needs
 * no assumption about the distribution, and a disturbed round has no more weight than another.
 */
export function medianShareOf({ shares }: Comparison): {
  readonly median: number;
  readonly interval: readonly [number, number];
} {
  const at = (rank: number): number =>
    shares[Math.min(shares.length - 1, Math.max(0, rank))] ?? Number.NaN;
  const middle = (shares.length - 1) / 2;
  const reach = 0.98 * Math.sqrt(shares.length);
  return {
    median: medianOf(shares),
    interval: [at(Math.floor(middle - reach)), at(Math.ceil(middle + reach))],
  };
}
