import { markdownTable, verdict, type Row } from '../shared/markdown.ts';
import { shareOf, shareRangeOf } from '../shared/comparison.ts';
import type { ApiBenchResults, ComparisonRow } from './measure.ts';
import { SCENARIO_TITLES } from './scenarios.ts';
import { TARGET_CONNECTIONS, TARGETS } from './settings.ts';
import type { ScenarioName } from './requests.ts';

export interface Target {
  readonly name: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isReached: boolean;
}

const SHARE_TARGETS: Readonly<Record<ScenarioName, number>> = {
  'own-orders': TARGETS.readShareOfFloor,
  'unfiltered-orders': TARGETS.readShareOfFloor,
  'pending-page': TARGETS.readShareOfFloor,
  'insert-order': TARGETS.insertShareOfFloor,
  'sign-in': TARGETS.signInShareOfFloor,
};

/** With fewer rounds, other load on the machine may affect only one side. */
const MIN_MEANINGFUL_ROUNDS = 4;
const QUICK_NOTICE =
  '\n- **A quick run (`--quick`) on less data: it shows that everything works, not how fast it is**';

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
const perSecond = (value: number): string => value.toFixed(0);

function comparisonCells({ scenario, connections, comparison }: ComparisonRow): string[] {
  const { subject, reference } = comparison;
  return [
    SCENARIO_TITLES[scenario],
    String(connections),
    perSecond(subject.requestsPerSecond),
    milliseconds(subject.p50Ms),
    milliseconds(subject.p99Ms),
    perSecond(reference.requestsPerSecond),
    milliseconds(reference.p50Ms),
    milliseconds(reference.p99Ms),
  ];
}

function besideTable(rows: readonly ComparisonRow[]): string {
  return markdownTable(
    [
      'What',
      'Connections',
      'Server, 1/s',
      'p50',
      'p99',
      'Floor, 1/s',
      'p50',
      'p99',
      'Server ÷ floor',
      'worst to best round',
      'Own driver without HTTP, 1/s',
    ],
    rows.map((row) => [
      ...comparisonCells(row),
      `**${percent(shareOf(row.comparison))}**`,
      shareRangeOf(row.comparison).map(percent).join(' to '),
      row.comparison.further === null ? '' : perSecond(row.comparison.further.requestsPerSecond),
    ]),
  );
}

function growthTable({ growth, settings }: ApiBenchResults): string {
  const size = (orders: number): string => orders.toLocaleString('en-US');
  return markdownTable(
    [
      'What',
      'Connections',
      `${size(settings.orders)} orders, 1/s`,
      'p50',
      'p99',
      `${size(settings.fewOrders)} orders, 1/s`,
      'p50',
      'p99',
      'p50 ÷ p50',
    ],
    growth.map((row) => [...comparisonCells(row), `**${growthOf(row).toFixed(2)}**`]),
  );
}

function growthOf({ comparison }: ComparisonRow): number {
  return comparison.subject.p50Ms / comparison.reference.p50Ms;
}

/** A target with its measured value. */
export function judge(results: ApiBenchResults): Target[] {
  const atTarget = results.beside.filter(({ connections }) => connections === TARGET_CONNECTIONS);
  const shares = atTarget.map(({ scenario, comparison }): Target => {
    const wanted = SHARE_TARGETS[scenario];
    const share = shareOf(comparison);
    return {
      name: `${SCENARIO_TITLES[scenario]}: share of the floor`,
      wanted: `at least ${percent(wanted)}`,
      measured: percent(share),
      isReached: share >= wanted,
    };
  });
  const tails = atTarget
    .filter(({ scenario }) => scenario === 'own-orders' || scenario === 'pending-page')
    .map(({ scenario, comparison: { subject } }): Target => {
      const ratio = subject.p99Ms / subject.p50Ms;
      return {
        name: `${SCENARIO_TITLES[scenario]}: p99 ÷ p50`,
        wanted: `at most ${String(TARGETS.p99OverP50)}`,
        measured: ratio.toFixed(1),
        isReached: ratio <= TARGETS.p99OverP50,
      };
    });
  const growth = results.growth.map((row): Target => {
    const ratio = growthOf(row);
    return {
      name: `${SCENARIO_TITLES[row.scenario]}: p50 with many orders ÷ with few, ${String(row.connections)} connections`,
      wanted: `at most ${String(TARGETS.growthOfP50)}`,
      measured: ratio.toFixed(2),
      isReached: ratio <= TARGETS.growthOfP50,
    };
  });
  const { summary, endMib, middleMib } = results.soak;
  const failed =
    summary.errorCount + atTarget.reduce((sum, row) => sum + row.comparison.subject.errorCount, 0);
  return [
    ...shares,
    ...tails,
    ...growth,
    {
      name: 'Requests that failed, in the mixed load and in all of the above',
      wanted: '0',
      measured: String(failed),
      isReached: failed === 0,
    },
    {
      name: 'Memory of the server at the end of the mixed load ÷ in its middle',
      wanted: `at most ${String(TARGETS.memoryGrowth)}`,
      measured: (endMib / middleMib).toFixed(2),
      isReached: endMib / middleMib <= TARGETS.memoryGrowth,
    },
  ];
}

export function targetTable(targets: readonly Target[]): string {
  return markdownTable(
    ['Target', 'Wanted', 'Measured', ''],
    targets.map(({ name, wanted, measured, isReached }): Row => [
      name,
      wanted,
      measured,
      verdict(isReached),
    ]),
  );
}

function soakText({ soak, settings }: ApiBenchResults): string {
  const { summary, samples, middleMib, endMib } = soak;
  const [first] = samples;
  const errors = summary.errorExamples.map((example) => `  - ${example}`).join('\n');
  return [
    `Of a hundred requests 84 read one’s ten newest orders, 10 insert one, 5 read the pending page and 1 signs in, over ${String(TARGET_CONNECTIONS)} connections for ${String(settings.soakMs / 1000)} s, while reviewers keep the queue at ${String(settings.pendingOrders)}.`,
    '',
    `- ${summary.requests.toLocaleString('en-US')} requests, ${perSecond(summary.requestsPerSecond)} a second; p50 ${milliseconds(summary.p50Ms)}, p99 ${milliseconds(summary.p99Ms)}`,
    `- ${String(summary.errorCount)} failed${errors === '' ? '' : `:\n${errors}`}`,
    `- Resident memory of all server processes: ${(first?.totalMib ?? Number.NaN).toFixed(0)} MiB at the start, ${middleMib.toFixed(0)} MiB in the middle third, ${endMib.toFixed(0)} MiB in the last third`,
  ].join('\n');
}

export function apiReport(
  results: ApiBenchResults,
  targets: readonly Target[],
  machine: readonly string[],
): string {
  const { settings, longQueue, unfiltered } = results;
  const count = (value: number): string => value.toLocaleString('en-US');
  return `# Benchmark of the data API and of signing in

Written by \`npm run bench -- api\`. The screens' budgets are in [RESULTS-web.md](RESULTS-web.md), another state of the project beside this one in [RESULTS-before-after.md](RESULTS-before-after.md); what was tried and did not help, and how to read these figures, is in [NOTES.md](NOTES.md).

${machine.join('\n')}${settings.rounds < MIN_MEANINGFUL_ROUNDS ? QUICK_NOTICE : ''}
- Data: ${count(settings.users)} users, ${count(settings.orders)} orders, ${count(settings.pendingOrders)} of them pending; requests of ${count(settings.activeCustomers)} customers in turn, each with an ES256 access token of its own
- Pace: server and floor alternate, ${String(settings.rounds)} × ${String(settings.sliceMs / 1000)} s each, after ${String(settings.warmUpMs / 1000)} s of warming up

## Targets (${String(TARGET_CONNECTIONS)} connections by default)

${targetTable(targets)}

## Beside the floor

The floor of reads and inserts is the server's own transaction (recorded on its way to Postgres: begin, claims, statement, commit), sent in one batch by the bare driver from as many processes as the server has. The last column is the same transaction over the driver the server itself uses, which is leaner than the floor’s: what is missing to it is the price of HTTP. The floor of signing in is checking the password's argon2id hash, as many at once as there are connections.

${besideTable(results.beside)}

## How cost grows

${growthTable(results)}

A queue of ${count(settings.longQueue)} pending orders: ${perSecond(longQueue.requestsPerSecond)} pages a second at ${String(TARGET_CONNECTIONS)} connections, p50 ${milliseconds(longQueue.p50Ms)}. An exact count visits every entry that it counts.

One’s orders without a filter by customer, at one connection: p50 ${milliseconds(unfiltered.p50Ms)} (see NOTES.md, “Policies and indexes”); the product always filters.

## Mixed load

${soakText(results)}
`;
}
