import { markdownTable, verdict, type Row } from '../shared/markdown.ts';
import { medianOf } from '../shared/statistics.ts';
import type { Call, InsertTimings, Timing } from './measure.ts';
import type { AuditTimings, SealTimings } from './measure-audit.ts';
import { TARGETS, type AdminBenchSettings } from './settings.ts';

interface AdminFigures {
  readonly machine: readonly string[];
  readonly settings: AdminBenchSettings;
  readonly searches: readonly Timing[];
  readonly queue: readonly Timing[];
  readonly inserts: InsertTimings;
  readonly figures: readonly Timing[];
  readonly audit: AuditTimings;
}

interface Weighted {
  readonly ms: number;
  readonly weight: number;
}

/** The value below which the given share of the weights lies. */
function quantileOf(values: readonly Weighted[], share: number): number {
  const sorted = values.toSorted((left, right) => left.ms - right.ms);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { ms, weight } of sorted) {
    below += weight;
    if (below >= share * total) return ms;
  }
  return Number.NaN;
}

type Measure = (call: Call) => number;
const wall: Measure = ({ ms }) => ms;
const processor: Measure = ({ processorMs }) => processorMs;

/** Each kind counts by its share of all calls, however often it was measured. */
function weigh(timings: readonly Timing[], measure: Measure): Weighted[] {
  return timings.flatMap(({ weight, calls }) =>
    calls.map((call) => ({ ms: measure(call), weight: weight / calls.length })),
  );
}

const HEAD: Row = ['', 'p50 ms', 'p95 ms', 'slowest ms', 'processor p50 ms', 'processor p95 ms'];

function rowOf(timing: Timing): Row {
  const [times, processorTimes] = [weigh([timing], wall), weigh([timing], processor)];
  return [
    timing.name,
    ...[
      quantileOf(times, 0.5),
      quantileOf(times, 0.95),
      quantileOf(times, 1),
      quantileOf(processorTimes, 0.5),
      quantileOf(processorTimes, 0.95),
    ].map((ms) => ms.toFixed(1)),
  ];
}

function insertSentence({ without, withTriggers }: InsertTimings, measure: Measure): string {
  const [before, after] = [medianOf(without.map(measure)), medianOf(withTriggers.map(measure))];
  return `${before.toFixed(2)} ms without the triggers of the back office and ${after.toFixed(2)} ms with them, ${((after / before - 1) * 100).toFixed(1)} % more`;
}

function sealRow({ name, without, withSeals }: SealTimings): Row {
  const cells = [wall, processor].flatMap((measure) => {
    const [before, after] = [medianOf(without.map(measure)), medianOf(withSeals.map(measure))];
    return [before.toFixed(2), after.toFixed(2), `${((after / before - 1) * 100).toFixed(1)} %`];
  });
  return [name, ...cells];
}

export function adminReport(figures: AdminFigures): string {
  const { machine, settings, searches, queue, inserts, audit } = figures;
  const p95 = quantileOf(weigh(searches, wall), 0.95);
  const pages = queue.filter(({ name }) => name.includes('queue'));
  const queueP95 = quantileOf(weigh(pages, wall), 0.95);
  const number = (value: number): string => value.toLocaleString('en-US');
  return `# Back office

Written by \`npm run bench -- admin\`: ${number(settings.records)} records of ${number(settings.users)} users, ${number(settings.pendingRecords)} of them pending. Each call is a transaction with the role and the claims of an administrator over one connection, on the settings of production, and reads a page of 50.

${machine.join('\n')}

## Searches

95 % of all searches, each kind by its share: ${p95.toFixed(1)} ms, target ${String(TARGETS.searchP95Ms)} ms: ${verdict(p95 <= TARGETS.searchP95Ms)}. Half of them: ${quantileOf(weigh(searches, wall), 0.5).toFixed(1)} ms. The processor time of Postgres: ${quantileOf(weigh(searches, processor), 0.95).toFixed(1)} ms and ${quantileOf(weigh(searches, processor), 0.5).toFixed(1)} ms.

${markdownTable(
  ['Search', 'Share', ...HEAD.slice(1)],
  searches.map((timing) => {
    const [name = '', ...cells] = rowOf(timing);
    return [name, timing.weight === 0 ? '' : `${String(timing.weight)} %`, ...cells];
  }),
)}

## Queue

95 % of its pages and numbers: ${queueP95.toFixed(1)} ms, target ${String(TARGETS.queueP95Ms)} ms: ${verdict(queueP95 <= TARGETS.queueP95Ms)}.

${markdownTable(HEAD, queue.map(rowOf))}

## Figures

${markdownTable(HEAD, figures.figures.map(rowOf))}

## Audit log

A submission writes no audit entry and no link. Below, a job seals ten new entries every 100 ms, a hundred times as often as in production (medians, by turns). One run of the job seals ${number(Math.round(audit.sealedPerSecond))} entries a second.

${markdownTable(
  [
    '',
    'without ms',
    'while sealing ms',
    'more',
    'processor without ms',
    'processor while sealing ms',
    'more',
  ],
  audit.work.map(sealRow),
)}

## Submissions

An order that a customer submits takes ${insertSentence(inserts, wall)} (medians of ${number(inserts.without.length)} each, by turns). The processor time of Postgres is ${insertSentence(inserts, processor)}.
`;
}
