import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT_DIR } from '../../scripts/project-dir.ts';
import type { BenchOptions } from '../options.ts';
import { startChildProcess, type ChildProcess } from '../shared/child-process.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { markdownTable, writeMarkdown } from '../shared/markdown.ts';
import { medianOf, summarize, type Summary } from '../shared/statistics.ts';
import {
  compareInTurns,
  medianShareOf,
  type Comparison,
  type ComparisonPace,
  type Side,
} from '../shared/comparison.ts';
import type { CheckoutJobs } from './processes/checkout.ts';
import type { ScenarioName } from './requests.ts';
import { SCENARIO_TITLES } from './scenarios.ts';
import { FULL_RUN, QUICK_RUN, TARGET_CONNECTIONS, type ApiBenchSettings } from './settings.ts';

const CHECKOUT_PATH = fileURLToPath(new URL('./processes/checkout.ts', import.meta.url));
const SCENARIOS: readonly ScenarioName[] = [
  'own-orders',
  'pending-page',
  'insert-order',
  'sign-in',
];
const CONCURRENT_SIGN_INS = 200;
const READERS = 8;
/** Enough rows to need indexes, and few enough to fill two databases within minutes. */
const ROWS = { users: 20_000, orders: 200_000 };

type Checkout = ChildProcess<CheckoutJobs>;

/** Small differences need many short rounds to be significant. */
function paceOf(name: ScenarioName, settings: ApiBenchSettings): ComparisonPace {
  const isClose = name === 'own-orders' || name === 'insert-order';
  return isClose ? { ...settings, rounds: settings.rounds * 5, sliceMs: 750 } : settings;
}

interface Cost {
  readonly mainThreadsMs: number;
  readonly postgresMs: number;
}

/** The processor time of a request, without the threads that compute password hashes. */
async function costOf(checkout: Checkout, name: ScenarioName, durationMs: number): Promise<Cost> {
  const before = await checkout.run('processorTime', undefined);
  const measurement = await checkout.run('load', { mix: [name], connections: 8, durationMs });
  const after = await checkout.run('processorTime', undefined);
  const { requests } = summarize(measurement);
  return {
    mainThreadsMs: (after.mainThreadsMs - before.mainThreadsMs) / requests,
    postgresMs: (after.postgresMs - before.postgresMs) / requests,
  };
}

function medianCost(costs: readonly Cost[]): Cost {
  return {
    mainThreadsMs: medianOf(costs.map(({ mainThreadsMs }) => mainThreadsMs)),
    postgresMs: medianOf(costs.map(({ postgresMs }) => postgresMs)),
  };
}

/** Alternates the sides, because other load on the machine affects processor time. */
async function costsInTurns(
  checkouts: readonly Checkout[],
  name: ScenarioName,
  { rounds, sliceMs }: ApiBenchSettings,
): Promise<Cost[]> {
  const costs: Cost[][] = checkouts.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, checkout] of checkouts.entries()) {
      costs[index]?.push(await costOf(checkout, name, sliceMs));
    }
  }
  return costs.map(medianCost);
}

async function readsBesideSignIns(
  checkout: Checkout,
  durationMs: number,
): Promise<[Summary, Summary]> {
  const quiet = await checkout.run('load', {
    mix: ['own-orders'],
    connections: READERS,
    durationMs,
  });
  const busy = await checkout.run('readsBesideSignIns', {
    connections: READERS,
    signInsAtOnce: CONCURRENT_SIGN_INS,
    durationMs,
  });
  return [summarize(quiet), summarize(busy)];
}

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

function summaryCells({ requestsPerSecond, p50Ms, p99Ms }: Summary): string[] {
  return [
    requestsPerSecond.toFixed(0),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
    (p99Ms / p50Ms).toFixed(1),
  ];
}

function comparisonRow(name: ScenarioName, connections: number, comparison: Comparison): string[] {
  const { subject, reference } = comparison;
  const { median, interval } = medianShareOf(comparison);
  return [
    SCENARIO_TITLES[name],
    String(connections),
    ...summaryCells(reference),
    ...summaryCells(subject),
    `**${median.toFixed(3)}**`,
    interval.map((share) => share.toFixed(3)).join(' to '),
  ];
}

/** Compares this checkout with another one on the same machine. */
export async function runBeforeAfter(options: BenchOptions, beforeDir: string): Promise<void> {
  const settings: ApiBenchSettings = { ...(options.isQuick ? QUICK_RUN : FULL_RUN), ...ROWS };
  const dataDir = join(options.dataDir, 'before-after');
  const machine = describeMachine(currentLoad(), {});
  const before = startChildProcess<CheckoutJobs>(CHECKOUT_PATH);
  const after = startChildProcess<CheckoutJobs>(CHECKOUT_PATH);
  const prepare = async (checkout: Checkout, name: string, checkoutDir: string): Promise<void> => {
    const ownDataDir = join(dataDir, name);
    await mkdir(ownDataDir, { recursive: true });
    await checkout.run('prepare', { checkoutDir, dataDir: ownDataDir, settings });
  };
  try {
    await prepare(before, 'before', beforeDir);
    await prepare(after, 'after', PROJECT_DIR);
    const rows: string[][] = [];
    for (const name of SCENARIOS) {
      for (const connections of name === 'sign-in' ? [8] : [1, TARGET_CONNECTIONS]) {
        const sideOf =
          (checkout: Checkout): Side =>
          (durationMs) =>
            checkout.run('load', { mix: [name], connections, durationMs });
        const pace = paceOf(name, settings);
        const comparison = await compareInTurns(sideOf(after), sideOf(before), pace);
        rows.push(comparisonRow(name, connections, comparison));
        console.log(rows.at(-1)?.join(' | '));
      }
    }
    const costs: [ScenarioName, ...Cost[]][] = [];
    for (const name of SCENARIOS) {
      costs.push([name, ...(await costsInTurns([before, after], name, settings))]);
      console.log(costs.at(-1));
    }
    const beside = [
      await readsBesideSignIns(before, 5 * settings.sliceMs),
      await readsBesideSignIns(after, 5 * settings.sliceMs),
    ];
    await writeMarkdown(
      join(options.resultsDir, 'RESULTS-before-after.md'),
      beforeAfterReport(machine, rows, costs, beside),
    );
  } finally {
    for (const checkout of [before, after]) {
      await checkout.run('clear', undefined);
      await checkout.stop();
    }
    if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  }
}

function beforeAfterReport(
  machine: readonly string[],
  rows: readonly string[][],
  costs: readonly [ScenarioName, ...Cost[]][],
  beside: readonly [Summary, Summary][],
): string {
  const figures = ['1/s', 'p50', 'p99', 'p99 ÷ p50'];
  return `# Before and after

Written by \`npm run bench -- api --before <checkout>\`: two checkouts of this project, each with its own database and the settings of production, in alternating rounds on one machine. After ÷ before is the median of the rounds' rates, with its 95 % confidence interval.

${machine.join('\n')}
- Data: ${ROWS.users.toLocaleString('en-US')} users, ${ROWS.orders.toLocaleString('en-US')} orders

${markdownTable(
  [
    'What',
    'Connections',
    ...figures.map((figure) => `Before: ${figure}`),
    ...figures.map((figure) => `After: ${figure}`),
    'After ÷ before',
    '95 % interval',
  ],
  rows,
)}

Processor time of one request at 8 connections, without the hash of a password:

${markdownTable(
  ['What', 'Before: main threads', 'Postgres', 'After: main threads', 'Postgres'],
  costs.map(([name, ...sides]) => [
    SCENARIO_TITLES[name],
    ...sides.flatMap(({ mainThreadsMs, postgresMs }) => [
      milliseconds(mainThreadsMs),
      milliseconds(postgresMs),
    ]),
  ]),
)}

${markdownTable(
  ['', 'Before', 'After'],
  [
    [
      `A read at ${String(READERS)} connections, p50`,
      ...beside.map(([quiet]) => milliseconds(quiet.p50Ms)),
    ],
    [
      `The same with ${String(CONCURRENT_SIGN_INS)} concurrent sign-ins`,
      ...beside.map(([, busy]) => milliseconds(busy.p50Ms)),
    ],
    ['Times as long', ...beside.map(([quiet, busy]) => (busy.p50Ms / quiet.p50Ms).toFixed(1))],
  ],
)}
`;
}
