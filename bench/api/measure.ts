import type { Summary } from '../shared/statistics.ts';
import { summarize } from '../shared/statistics.ts';
import { compareInTurns, type Comparison, type ComparisonPace } from '../shared/comparison.ts';
import { setPendingOrders } from './database/fill.ts';
import { ADMINISTRATOR, administratorsHash } from './database/prepare.ts';
import { openHttpConnection } from './http-connection.ts';
import { startPasswordFloor } from './participants.ts';
import { toWireText, type ScenarioName } from './requests.ts';
import { SCENARIO_TITLES } from './scenarios.ts';
import { TARGET_CONNECTIONS, type ApiBenchSettings } from './settings.ts';
import { soak, type SoakResult } from './soak.ts';
import type { Stage } from './stage.ts';

export interface ComparisonRow {
  readonly scenario: ScenarioName;
  readonly connections: number;
  readonly comparison: Comparison;
}

export interface ApiBenchResults {
  readonly settings: ApiBenchSettings;
  /** The server (subject) and its floor (reference). */
  readonly beside: readonly ComparisonRow[];
  /** The large database (subject) and the small one (reference), both over HTTP. */
  readonly growth: readonly ComparisonRow[];
  /** The pending page with a long queue. */
  readonly longQueue: Summary;
  /** A customer's orders that only the policies filter. */
  readonly unfiltered: Summary;
  readonly soak: SoakResult;
}

const READS: readonly ScenarioName[] = ['own-orders', 'pending-page'];

/** The mix of a hundred requests of the soak. */
const SOAK_SHARES: Readonly<Partial<Record<ScenarioName, number>>> = {
  'own-orders': 84,
  'insert-order': 10,
  'pending-page': 5,
  'sign-in': 1,
};

function evenMix(shares: Readonly<Partial<Record<ScenarioName, number>>>): ScenarioName[] {
  const slots = Object.entries(shares).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, index) => ({
      name: name as ScenarioName,
      position: (index + 0.5) / count,
    })),
  );
  return slots.sort((left, right) => left.position - right.position).map(({ name }) => name);
}

function report(row: ComparisonRow, reference: string): ComparisonRow {
  const { subject, reference: other, further } = row.comparison;
  const figures = ({ requestsPerSecond, p50Ms, p99Ms }: Summary): string =>
    `${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  console.log(
    `${SCENARIO_TITLES[row.scenario]}, ${String(row.connections)} connections: ` +
      `${figures(subject)}; ${reference}: ${figures(other)}` +
      (further === null ? '' : `; own driver without HTTP: ${figures(further)}`),
  );
  return row;
}

/** @throws Error if the floor's transactions and the server return different values */
async function checkFloorIsTheSame(stage: Stage): Promise<void> {
  const { server, scenarios } = stage.large;
  const http = await openHttpConnection(server.port);
  try {
    for (const { name, people, requestOf } of scenarios) {
      const [person] = people;
      if (!READS.includes(name) || person === undefined) continue;
      const response = await http.send(toWireText(requestOf(person), server.port));
      const body = response.body.toString('utf8');
      for (const driver of ['bare', 'own'] as const) {
        const values = await stage.floor.replayOnce(driver, name);
        if (!values.includes(body)) {
          throw new Error(`The floor of ${name} (${driver}) differs from the server.`);
        }
      }
    }
  } finally {
    http.close();
  }
}

/** A hash takes long, so short rounds would mostly measure their start and end. */
function signInPace({ rounds, sliceMs, warmUpMs }: ApiBenchSettings): ComparisonPace {
  return { rounds: Math.ceil(rounds / 2), sliceMs: 4 * sliceMs, warmUpMs: 2 * warmUpMs };
}

/** Compares reads, inserts and sign-ins with their floors. */
async function measureBesideFloor(
  { large, floor }: Stage,
  settings: ApiBenchSettings,
  names: readonly ScenarioName[],
): Promise<ComparisonRow[]> {
  const hash = await administratorsHash(large.sql);
  const passwords = startPasswordFloor(hash, ADMINISTRATOR.password);
  const rows: ComparisonRow[] = [];
  for (const scenario of names) {
    for (const connections of settings.connectionCounts) {
      const subject = large.http.side([scenario], connections);
      const comparison =
        scenario === 'sign-in'
          ? await compareInTurns(subject, passwords.side(connections), signInPace(settings))
          : await compareInTurns(
              subject,
              floor.side('bare', scenario, connections),
              settings,
              floor.side('own', scenario, connections),
            );
      rows.push(report({ scenario, connections, comparison }, 'floor'));
    }
  }
  await passwords.stop();
  return rows;
}

/** Compares the same reads with many and with few orders. */
async function measureGrowth(
  { large, small }: Stage,
  settings: ApiBenchSettings,
): Promise<ComparisonRow[]> {
  const rows: ComparisonRow[] = [];
  for (const scenario of READS) {
    for (const connections of settings.connectionCounts) {
      const comparison = await compareInTurns(
        large.http.side([scenario], connections),
        small.http.side([scenario], connections),
        settings,
      );
      rows.push(report({ scenario, connections, comparison }, 'few orders'));
    }
  }
  return rows;
}

async function measureLongQueue({ large }: Stage, settings: ApiBenchSettings): Promise<Summary> {
  await setPendingOrders(large.sql, settings.longQueue);
  const side = large.http.side(['pending-page'], TARGET_CONNECTIONS);
  await side(settings.warmUpMs);
  const measurement = await side(settings.sliceMs);
  await setPendingOrders(large.sql, settings.pendingOrders);
  return summarize(measurement);
}

async function measureUnfiltered({ large }: Stage, settings: ApiBenchSettings): Promise<Summary> {
  const side = large.http.side(['unfiltered-orders'], 1);
  await side(settings.warmUpMs);
  return summarize(await side(settings.sliceMs));
}

/** Runs all requests concurrently, while the number of pending orders stays constant. */
async function measureSoak({ large }: Stage, settings: ApiBenchSettings): Promise<SoakResult> {
  const load = large.http.side(evenMix(SOAK_SHARES), TARGET_CONNECTIONS);
  const review = async (): Promise<void> => {
    await large.sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.orders set status = 'manual_payment_approved'
        where id in (
          select id from public.orders where status = 'pending_manual_verification'
          order by created_at offset ${settings.pendingOrders}
        )`;
    });
  };
  return soak(() => load(settings.soakMs), large.server.processId, review);
}

export async function measureAll(
  stage: Stage,
  settings: ApiBenchSettings,
): Promise<ApiBenchResults> {
  await checkFloorIsTheSame(stage);
  // Reads run before inserts, so that they have the database as it was filled.
  const reads = await measureBesideFloor(stage, settings, READS);
  const growth = await measureGrowth(stage, settings);
  const unfiltered = await measureUnfiltered(stage, settings);
  const longQueue = await measureLongQueue(stage, settings);
  const writes = await measureBesideFloor(stage, settings, ['insert-order', 'sign-in']);
  await setPendingOrders(stage.large.sql, settings.pendingOrders);
  return {
    settings,
    beside: [...reads, ...writes],
    growth,
    longQueue,
    unfiltered,
    soak: await measureSoak(stage, settings),
  };
}
