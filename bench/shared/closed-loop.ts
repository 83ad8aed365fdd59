import type { Measurement } from './statistics.ts';

const MAX_EXAMPLES = 5;

/** Sends one request and reads its response. @throws Error if the response is not the expected one */
export type Send = () => Promise<void>;

/**
 * Sends one request at a time on every connection until the duration is
 * over. A request that fails is counted, but its latency is not.
 */
export async function runClosedLoop(
  connections: readonly Send[],
  durationMs: number,
): Promise<Measurement> {
  const latenciesMs: number[] = [];
  const errorExamples: string[] = [];
  let errorCount = 0;
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + durationMs;

  const keepBusy = async (send: Send): Promise<void> => {
    let sentAtMs = performance.now();
    while (sentAtMs < endsAtMs) {
      try {
        await send();
        const answeredAtMs = performance.now();
        latenciesMs.push(answeredAtMs - sentAtMs);
        sentAtMs = answeredAtMs;
      } catch (error) {
        errorCount += 1;
        if (errorExamples.length < MAX_EXAMPLES) errorExamples.push(String(error));
        sentAtMs = performance.now();
      }
    }
  };

  await Promise.all(connections.map(keepBusy));
  return {
    durationMs: performance.now() - startedAtMs,
    latenciesMs: Float64Array.from(latenciesMs),
    errorCount,
    errorExamples,
  };
}
