import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toDatabaseUrl } from '@beaconpay/server/platform/database/database-url';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import type { BenchOptions } from '../options.ts';
import { startCluster } from '../shared/cluster.ts';
import { compareInTurns, type ComparisonPace } from '../shared/comparison.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { startLite, type LiteDriver } from './lite-server.ts';
import { prepareMeasurements, type MeasuredPeer } from './measure.ts';
import { startOwnServer } from './own-server.ts';
import type { PeerServer } from './peer-server.ts';
import { peersReport, type PeerFigures, type StartFigures } from './report.ts';

const FULL_PACE: ComparisonPace = { rounds: 6, sliceMs: 3_000, warmUpMs: 2_000 };
const QUICK_PACE: ComparisonPace = { rounds: 1, sliceMs: 1_000, warmUpMs: 500 };
const OWN_DATABASE = 'peer_own';
const LITE_DATABASE = 'peer_lite';

/** What is measured beside Lite on each of its databases. Lite's storage is measured once, on Postgres. */
const MEASURED = {
  postgres: ['reads', 'inserts', 'uploads', 'downloads'],
  pglite: ['reads', 'inserts'],
  'sqlite-postgres': ['reads', 'inserts'],
} as const satisfies Record<LiteDriver, readonly PeerFigures['what'][]>;

/** Starts a server twice, and returns the time until the second one is ready. */
async function timeSecondStart(start: () => Promise<PeerServer>): Promise<number> {
  await (await start()).stop();
  const startedAtMs = performance.now();
  const server = await start();
  const elapsedMs = performance.now() - startedAtMs;
  await server.stop();
  return elapsedMs;
}

/** Measures reads, inserts and objects beside Supabase Lite, which has to be installed in `liteDir`. */
export async function runPeersBench(options: BenchOptions, liteDir: string): Promise<void> {
  const manifest = await readFile(
    join(liteDir, 'node_modules/@supabase/lite/package.json'),
    'utf8',
  );
  const { version } = JSON.parse(manifest) as { version: string };
  const machine = describeMachine(currentLoad(), { '@supabase/lite': version });
  const pace = options.isQuick ? QUICK_PACE : FULL_PACE;
  const dataDir = join(options.dataDir, 'peers');
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const cluster = await startCluster(dataDir);
  const databaseOf = (name: string): ConnectionSettings => ({
    ...cluster.connection,
    database: name,
  });
  const liteOptionsOf = (driver: LiteDriver) => ({
    installDir: liteDir,
    projectDir: join(dataDir, driver),
    driver,
    databaseUrl:
      driver === 'postgres'
        ? toDatabaseUrl({ ...cluster.tcpConnection, database: LITE_DATABASE })
        : 'file:./supabase/.temp/data',
  });
  try {
    await withConnection(cluster.connection, 'backend-bench', async (sql) => {
      await sql.unsafe(`create database ${OWN_DATABASE}`);
      await sql.unsafe(`create database ${LITE_DATABASE}`);
    });
    const own = await startOwnServer(join(dataDir, 'own'), databaseOf(OWN_DATABASE));
    const figures: PeerFigures[] = [];
    try {
      for (const driver of Object.keys(MEASURED) as LiteDriver[]) {
        figures.push(...(await compareWith(own, driver)));
      }
    } finally {
      await own.stop();
    }
    const starts: StartFigures[] = [];
    starts.push({
      name: 'ours, with its Postgres',
      readyMs: await timeSecondStart(() => startOwnServer(join(dataDir, 'start'), null)),
    });
    for (const driver of Object.keys(MEASURED) as LiteDriver[]) {
      const readyMs = await timeSecondStart(() => startLite(liteOptionsOf(driver)));
      starts.push({ name: `Lite on ${driver}`, readyMs });
    }
    const report = peersReport(machine, figures, starts);
    console.log(report);
    await writeMarkdown(join(options.resultsDir, 'RESULTS-peers.md'), report);
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }

  async function compareWith(own: PeerServer, driver: LiteDriver): Promise<PeerFigures[]> {
    const lite = await startLite(liteOptionsOf(driver));
    const prepared: MeasuredPeer[] = [];
    try {
      const theirs = await prepareMeasurements(lite);
      prepared.push(theirs);
      const ours = await prepareMeasurements(own);
      prepared.push(ours);
      const figures: PeerFigures[] = [];
      for (const what of MEASURED[driver]) {
        const comparison = await compareInTurns(ours[what], theirs[what], pace);
        figures.push({ driver, what, comparison });
      }
      return figures;
    } finally {
      await Promise.all(prepared.map((side) => side.stop()));
      await lite.stop();
    }
  }
}
