import { markdownTable, verdict, type Row } from '../shared/markdown.ts';
import { BUDGETS, BYTES_PER_KB, type LighthouseCategory } from './budgets.ts';
import type { LighthouseMeasurement } from './measure-lighthouse.ts';
import type { ViewMeasurement } from './measure-views.ts';

interface WebBenchResults {
  readonly views: readonly ViewMeasurement[];
  readonly languages: readonly ViewMeasurement[];
  readonly lighthouse: readonly LighthouseMeasurement[];
}

const kilobytes = (bytes: number): string => `${(bytes / BYTES_PER_KB).toFixed(1)} kB`;

function isWithinScriptBudget({ view, scriptBytes, addedBytes }: ViewMeasurement): boolean {
  if (view.path === '/' || view.locale !== undefined) {
    const kind = view.visitor === 'signed out' ? 'signed out' : 'signed in';
    return scriptBytes <= BUDGETS.firstViewKb[kind] * BYTES_PER_KB;
  }
  return addedBytes <= BUDGETS.addedByRouteKb * BYTES_PER_KB;
}

function isStill({ desktopShift, phoneShift }: ViewMeasurement): boolean {
  return Math.max(desktopShift.score, phoneShift.score) <= BUDGETS.layoutShift;
}

export function viewTable(views: readonly ViewMeasurement[]): string {
  return markdownTable(
    [
      'Route',
      'Visitor',
      'JavaScript',
      'Added to `/`',
      'Scripts',
      'Live, later',
      'Layout shift, desktop',
      'slow phone',
      'Shift',
    ],
    views.map((measurement): Row => [
      `\`${measurement.view.path.split('?')[0] ?? ''}\``,
      measurement.view.visitor,
      kilobytes(measurement.scriptBytes),
      measurement.view.path === '/' ? '' : kilobytes(measurement.addedBytes),
      verdict(isWithinScriptBudget(measurement)),
      measurement.liveBytes === 0 ? '' : kilobytes(measurement.liveBytes),
      measurement.desktopShift.score.toFixed(3),
      measurement.phoneShift.score.toFixed(3),
      verdict(isStill(measurement)),
    ]),
  );
}

export function languageTable(homes: readonly ViewMeasurement[]): string {
  return markdownTable(
    ['Home page', 'JavaScript', 'Scripts', 'Layout shift, desktop', 'slow phone', 'Shift'],
    homes.map((measurement): Row => [
      `\`${measurement.view.path}\``,
      kilobytes(measurement.scriptBytes),
      verdict(isWithinScriptBudget(measurement)),
      measurement.desktopShift.score.toFixed(3),
      measurement.phoneShift.score.toFixed(3),
      verdict(isStill(measurement)),
    ]),
  );
}

export function lighthouseTable(measurements: readonly LighthouseMeasurement[]): string {
  const categories = Object.entries(BUDGETS.lighthouse) as [LighthouseCategory, number][];
  return markdownTable(
    [
      'Route',
      ...categories.map(([name, least]) => `${name}, at least ${String(least)}`),
      'All runs',
      '',
    ],
    measurements.map(({ path, scores, performances }): Row => [
      `\`${path}\``,
      ...categories.map(([name]) => String(scores[name])),
      performances.join(', '),
      verdict(categories.every(([name, least]) => scores[name] >= least)),
    ]),
  );
}

/** What moved, and what Lighthouse would have better: where to look when a budget is missed. */
function shortcomings({ views, languages, lighthouse }: WebBenchResults): string {
  const moved = [...views, ...languages]
    .filter((measurement) => !isStill(measurement))
    .map(({ view, desktopShift, phoneShift }) => {
      const sources = new Set([...desktopShift.sources, ...phoneShift.sources]);
      return `- \`${view.path}\` (${view.visitor}) moves ${[...sources].map((source) => `\`${source}\``).join(', ')}`;
    });
  const audits = lighthouse.flatMap(({ path, shortcomings: titles }) =>
    titles.map((title) => `- Lighthouse on \`${path}\`: ${title}`),
  );
  const lines = [...moved, ...audits];
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

export function webReport(results: WebBenchResults, machine: readonly string[]): string {
  return `# Budgets of the screens

Written by \`npm run bench -- web\`, from the production build as the server serves it.

${machine.join('\n')}

## JavaScript and layout shift of the first view

Each view in a fresh browser context, until the network is quiet and a second longer. Sizes are the sums of every script that was loaded, inline ones included, after gzip; a kB is 1,000 bytes. Budgets: ${String(BUDGETS.firstViewKb['signed out'])} kB for \`/\` signed out, ${String(BUDGETS.firstViewKb['signed in'])} kB signed in, at most ${String(BUDGETS.addedByRouteKb)} kB more for every other route than for the same visitor's \`/\`, layout shift at most ${String(BUDGETS.layoutShift)}. What screens need to follow changes is fetched after the first paint, when the page has nothing else to do, and stands in a column of its own. The slow phone has a quarter of the processor's speed, 1.6 Mbit/s and 150 ms. \`/hi\` needs a Devanagari font of the system, as devices of its readers have one; without it, the web font arrives after the first paint and moves the text.

${viewTable(results.views)}

## The home page in each language

A visitor downloads one language: a build per language has its texts as constants. The budget is that of \`/\`.

${languageTable(results.languages)}

## Lighthouse, as a phone

${lighthouseTable(results.lighthouse)}

## Where something is missing

${shortcomings(results)}
`;
}
