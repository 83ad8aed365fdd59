import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from '@beaconpay/server/platform/database/connection';
import { generateApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { generateSigningJwk } from '@beaconpay/server/platform/identity/signing-keys';
import type { BenchOptions } from '../options.ts';
import { runClosedLoop, type Send } from '../shared/closed-loop.ts';
import { startCluster } from '../shared/cluster.ts';
import { startServerProcess } from '../shared/server-process.ts';
import { summarize, type Summary } from '../shared/statistics.ts';
import {
  APPLICATION_NAME,
  drawLines,
  LINES_OF_CALL,
  matchingSettings,
  prepareMatchingDatabase,
} from './fill-matching.ts';
import { measureWriting } from './measure-writing.ts';

export interface MatchingMeasurement {
  readonly records: number;
  readonly lines: number;
  readonly importMs: number;
  /** To write the rows of the import into empty tables with the same indexes, without any rule. */
  readonly writeMs: number;
  readonly readLines: number;
  /** While others read. */
  readonly readImportMs: number;
  /** The sums over all calls. */
  readonly result: Readonly<Record<string, number>>;
  readonly idle: Summary;
  readonly meanwhile: Summary;
  readonly approvalsPerSecond: number;
}

const READERS = 4;
const APPROVALS = 200;

interface Api {
  readonly url: string;
  readonly secretKey: string;
}

async function call({ url, secretKey }: Api, path: string, body?: string): Promise<Response> {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  if (!response.ok) {
    throw new Error(`statements: ${path} failed: ${(await response.text()).slice(0, 300)}`);
  }
  return response;
}

/** The pages that customers and administrators read most. */
function readers(api: Api): Send[] {
  const paths = ['orders', 'records', 'deliveries', 'transactions'].map(
    (table) => `${table}?select=*&limit=20&order=created_at.desc`,
  );
  return Array.from({ length: READERS }, (_, at) => {
    const path = (paths[at % paths.length] ?? '').replace(
      'records?select=*',
      'records?select=id,status',
    );
    return async () => {
      await (await call(api, path)).arrayBuffer();
    };
  });
}

async function importAll(
  api: Api,
  bodies: readonly string[],
): Promise<Pick<MatchingMeasurement, 'importMs' | 'result'>> {
  const result: Record<string, number> = {};
  const startedAt = performance.now();
  for (const body of bodies) {
    const counts = (await (await call(api, 'rpc/import_bank_lines', body)).json()) as Record<
      string,
      number
    >;
    for (const [name, count] of Object.entries(counts)) result[name] = (result[name] ?? 0) + count;
  }
  return { importMs: performance.now() - startedAt, result };
}

/** Readers run before the import and until it ends. */
async function measureReads(
  api: Api,
  bodies: readonly string[],
  idleMs: number,
): Promise<Pick<MatchingMeasurement, 'readImportMs' | 'idle' | 'meanwhile'>> {
  await runClosedLoop(readers(api), idleMs / 4);
  const idle = summarize(await runClosedLoop(readers(api), idleMs));
  const latenciesMs: number[] = [];
  let isImporting = true;
  const imported = importAll(api, bodies).finally(() => {
    isImporting = false;
  });
  const startedAt = performance.now();
  await Promise.all(
    readers(api).map(async (send) => {
      while (isImporting) {
        const sentAt = performance.now();
        await send();
        latenciesMs.push(performance.now() - sentAt);
      }
    }),
  );
  const meanwhile = summarize({
    durationMs: performance.now() - startedAt,
    latenciesMs: Float64Array.from(latenciesMs),
    errorCount: 0,
    errorExamples: [],
  });
  return { readImportMs: (await imported).importMs, idle, meanwhile };
}

/** Imports and matches lines over the data API, alone and while others read. */
export async function measureMatching(options: BenchOptions): Promise<MatchingMeasurement> {
  const settings = matchingSettings(options.isQuick);
  const dataDir = join(options.dataDir, 'matching');
  if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  const cluster = await startCluster(dataDir);
  try {
    const connection = await prepareMatchingDatabase(cluster.connection, settings);
    const bodies = await withConnection(connection, APPLICATION_NAME, (sql) =>
      drawLines(sql, settings.lines + settings.readLines),
    );
    const apiKeys = generateApiKeys();
    const server = await startServerProcess({
      connection,
      apiKeys,
      signingJwk: await generateSigningJwk(),
      dataDir: join(dataDir, 'server'),
      workers: 1,
    });
    try {
      const api = { url: server.url, secretKey: apiKeys.secretKey };
      const calls = settings.lines / LINES_OF_CALL;
      const imported = await importAll(api, bodies.slice(0, calls));
      const writeMs = await withConnection(connection, APPLICATION_NAME, measureWriting);
      const read = await measureReads(api, bodies.slice(calls), settings.idleMs);
      const approvalsPerSecond = await withConnection(connection, APPLICATION_NAME, async (sql) => {
        await sql`
          update public.matching_settings set auto_approve = auto_approve || '{"bank_transfer": true}'`;
        await sql`
          update public.payment_links set is_automatic = true
          where id in (
            select link.id from public.payment_links as link
            join public.records on records.id = link.record_id
            where link.state = 'proposed' and records.payment_method = 'bank_transfer' limit ${APPROVALS}
          )`;
        const startedAt = performance.now();
        const [run] = await sql<{ approved: number }[]>`
          select private.approve_matched_links(${APPROVALS}) as approved`;
        return (1000 * (run?.approved ?? 0)) / (performance.now() - startedAt);
      });
      return {
        records: settings.records.records,
        lines: settings.lines,
        ...imported,
        writeMs,
        readLines: settings.readLines,
        ...read,
        approvalsPerSecond,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  }
}
