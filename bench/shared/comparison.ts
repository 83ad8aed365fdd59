import { concatenate, summarize, type Measurement, type Summary } from './statistics.ts';

/** One of the things that are measured against each other. */
export type Side = (durationMs: number) => Promise<Measurement>;

export interface Comparison {
  readonly subject: Summary;
  readonly reference: Summary;
  /** Shown beside the two for what it tells; no target is about it. */
  readonly further: Summary | null;
  /** Requests per second of the subject over the reference's, in the worst and the best round. */
  readonly shareRange: readonly [number, number];
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
    const subjectSlice = await subject(pace.sliceMs);
    const referenceSlice = await reference(pace.sliceMs);
    if (further !== null) furtherSlices.push(await further(pace.sliceMs));
    subjectSlices.push(subjectSlice);
    referenceSlices.push(referenceSlice);
    shares.push(
      summarize(subjectSlice).requestsPerSecond / summarize(referenceSlice).requestsPerSecond,
    );
  }
  return {
    subject: summarize(concatenate(subjectSlices)),
    reference: summarize(concatenate(referenceSlices)),
    further: further === null ? null : summarize(concatenate(furtherSlices)),
    shareRange: [Math.min(...shares), Math.max(...shares)],
  };
}

export function shareOf({ subject, reference }: Comparison): number {
  return subject.requestsPerSecond / reference.requestsPerSecond;
}
