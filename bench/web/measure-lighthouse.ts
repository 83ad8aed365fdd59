import lighthouse from 'lighthouse';
import { BUDGETS, type LighthouseCategory } from './budgets.ts';

export interface LighthouseMeasurement {
  readonly path: string;
  /** 0 to 100 each: the run in the middle by performance. */
  readonly scores: Readonly<Record<LighthouseCategory, number>>;
  /** Performance of every run. */
  readonly performances: readonly number[];
  /** Audits that are not passed, by their titles, and requests that failed. */
  readonly shortcomings: readonly string[];
  readonly version: string;
}

const CATEGORIES = Object.keys(BUDGETS.lighthouse) as LighthouseCategory[];

type Run = Omit<LighthouseMeasurement, 'path' | 'performances'>;

async function runOnce(url: string, debuggingPort: number): Promise<Run> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  if (result === undefined) throw new Error(`Lighthouse had no result for ${url}.`);
  const { lhr, artifacts } = result;
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  const scoreOf = (category: LighthouseCategory): number =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    shortcomings: [...failedRequests(artifacts.DevtoolsLog), ...unpassedAudits(lhr)],
    version: lhr.lighthouseVersion,
  };
}

type RunnerResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;

function unpassedAudits({ audits }: RunnerResult['lhr']): string[] {
  return Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) =>
        score !== null && score < 1 && scoreDisplayMode !== 'informative',
    )
    .map(
      ({ id, title, displayValue }) =>
        `${id}: ${title}${displayValue === undefined ? '' : ` (${displayValue})`}`,
    );
}

/** Lighthouse does not report these by itself. */
function failedRequests(log: RunnerResult['artifacts']['DevtoolsLog']): string[] {
  const urls = new Map<string, string>();
  const failures: string[] = [];
  for (const { method, params } of log) {
    if (method === 'Network.requestWillBeSent') urls.set(params.requestId, params.request.url);
    if (method === 'Network.loadingFailed') {
      failures.push(`request failed: ${urls.get(params.requestId) ?? '?'} (${params.errorText})`);
    }
  }
  return failures;
}

/**
 * Runs Lighthouse as for a phone; of several runs the one in the middle counts.
 *
 * @param debuggingPort of a running Chromium
 */
export async function measureLighthouse(
  siteUrl: string,
  paths: readonly string[],
  runs: number,
  debuggingPort: number,
): Promise<LighthouseMeasurement[]> {
  const measurements: LighthouseMeasurement[] = [];
  for (const path of paths) {
    const results: Run[] = [];
    for (let run = 0; run < runs; run += 1)
      results.push(await runOnce(siteUrl + path, debuggingPort));
    results.sort((left, right) => left.scores.performance - right.scores.performance);
    const middle = results[Math.floor(results.length / 2)];
    if (middle === undefined) throw new Error('Lighthouse was not run.');
    const performances = results.map(({ scores }) => scores.performance);
    console.log(
      `Lighthouse ${path}: ${JSON.stringify(middle.scores)}, performance of all runs ${performances.join(', ')}`,
    );
    measurements.push({ path, ...middle, performances });
  }
  return measurements;
}
