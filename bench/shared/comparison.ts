import { concatenate, medianOf, summarize, type Measurement, type Summary } from './statistics.ts';

/** One of the things that are measured against each other. */
export type Side = (durationMs: number) => Promise<Measurement>;

export interface Comparison {
  readonly subject: Summary;
  readonly reference: Summary;
  /** Shown beside the two for what it tells; no target is about it. */
  readonly further: Summary | null;
  /** Requests per second of the subject over the reference's: a share a round, in rising order. */
  readonly shares: readonly number[];
}

export interface ComparisonPace {
  readonly rounds: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
}

/** Lets both have their turn again and again, so that whatever disturbs the machine disturbs both. */
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
    // Each goes first as often as the other does.
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

/** The shares of the worst and of the best round. */
export function shareRangeOf({ shares }: Comparison): readonly [number, number] {
  return [shares.at(0) ?? Number.NaN, shares.at(-1) ?? Number.NaN];
}

/**
 * The median of the rounds' shares, and between which of them it would lie in 95 of 100 such runs. A
 * round that something disturbed counts no more than another, whatever their shares are distributed like.
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
