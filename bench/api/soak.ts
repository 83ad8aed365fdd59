import { summarize, type Measurement, type Summary } from '../shared/statistics.ts';
import { residentMemoryMib } from '../shared/process-memory.ts';

const SAMPLE_INTERVAL_MS = 1_000;

interface MemorySample {
  readonly atMs: number;
  readonly totalMib: number;
}

export interface SoakResult {
  readonly summary: Summary;
  readonly samples: readonly MemorySample[];
  /** The mean of the middle third, with filled caches. */
  readonly middleMib: number;
  /** The mean of the last third. */
  readonly endMib: number;
}

function meanBetween(samples: readonly MemorySample[], fromMs: number, toMs: number): number {
  const within = samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  return within.reduce((sum, { totalMib }) => sum + totalMib, 0) / within.length;
}

/**
 * Runs a load and samples the memory of the server.
 *
 * @param serverProcessId the first process of the server
 * @param alongside runs with each sample
 */
export async function soak(
  load: () => Promise<Measurement>,
  serverProcessId: number,
  alongside: () => Promise<void>,
): Promise<SoakResult> {
  const samples: MemorySample[] = [];
  const startedAtMs = performance.now();
  let running = true;
  const watch = async (): Promise<void> => {
    while (running) {
      const totalMib = await residentMemoryMib(serverProcessId);
      samples.push({ atMs: performance.now() - startedAtMs, totalMib });
      await alongside();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL_MS));
    }
  };
  const watched = watch();
  const measurement = await load();
  running = false;
  await watched;
  const third = measurement.durationMs / 3;
  return {
    summary: summarize(measurement),
    samples,
    middleMib: meanBetween(samples, third, 2 * third),
    endMib: meanBetween(samples, 2 * third, 3 * third),
  };
}
