import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChildProcess } from '../shared/child-process.ts';
import { runClosedLoop } from '../shared/closed-loop.ts';
import { compareInTurns, type Comparison, type ComparisonPace } from '../shared/comparison.ts';
import { residentMemoryMib } from '../shared/process-memory.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import type { FileFloorJobs } from './file-floor.ts';
import { connectionsTo, type HttpCall } from './http-client.ts';

const SMALL_BYTES = 10_000;
const LARGE_BYTES = 100_000_000;
const SMALL_CONNECTIONS = 8;
const LARGE_AT_ONCE = 4;
const CHUNK = Buffer.alloc(64 * 1024, 'beacon');
const SAMPLE_MS = 100;

export interface ObjectFigures {
  readonly title: string;
  readonly bytes: number;
  readonly connections: number;
  readonly comparison: Comparison;
}

export interface MemoryFigures {
  readonly beforeMib: number;
  readonly mostMib: number;
  readonly atOnce: number;
}

interface Stores {
  readonly ours: (name: string) => Pick<HttpCall, 'port' | 'path' | 'headers'>;
  readonly floor: (name: string) => Pick<HttpCall, 'port' | 'path' | 'headers'>;
}

/** Returns the maximum memory of the server's processes while the work runs, in MiB. */
async function watchMemory(processId: number, work: Promise<unknown>): Promise<number> {
  const over = Promise.withResolvers<'over'>();
  const settled = work.finally(() => over.resolve('over'));
  let most = 0;
  do {
    most = Math.max(most, await residentMemoryMib(processId));
  } while ((await Promise.race([over.promise, sleep(SAMPLE_MS)])) !== 'over');
  await settled;
  return most;
}

async function openBucket(server: ServerProcess, secretKey: string): Promise<void> {
  const response = await fetch(`${server.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ id: 'bench', name: 'bench', public: true }),
  });
  if (!response.ok) throw new Error(`There is no bucket: ${await response.text()}`);
}

const upload = (bytes: number) => ({ method: 'POST', body: { chunk: CHUNK, bytes } });
const download = (bytes: number) => ({ method: 'GET', answerBytes: bytes });

/** Compares uploads and downloads with the same bytes over bare node:http, and measures the memory of the server. */
export async function measureObjects(
  server: ServerProcess,
  secretKey: string,
  dataDir: string,
  pace: ComparisonPace,
): Promise<{ objects: ObjectFigures[]; memory: MemoryFigures }> {
  const floorDir = join(dataDir, 'floor');
  await mkdir(floorDir, { recursive: true });
  await openBucket(server, secretKey);
  const child = startChildProcess<FileFloorJobs>(
    fileURLToPath(new URL('./file-floor.ts', import.meta.url)),
  );
  try {
    const floorPort = await child.run('serve', { dir: floorDir });
    const stores: Stores = {
      ours: (name) => ({
        port: server.port,
        path: `/storage/v1/object/bench/${name}`,
        headers: {
          apikey: secretKey,
          Authorization: `Bearer ${secretKey}`,
          'Content-Type': 'application/octet-stream',
          'x-upsert': 'true',
        },
      }),
      floor: (name) => ({ port: floorPort, path: `/${name}` }),
    };
    const figures: ObjectFigures[] = [];
    for (const [name, bytes, connections] of [
      ['10 kB', SMALL_BYTES, SMALL_CONNECTIONS],
      ['100 MB', LARGE_BYTES, 1],
    ] as const) {
      for (const way of [upload(bytes), download(bytes)]) {
        let count = 0;
        const side = (store: Stores['ours']) => (durationMs: number) =>
          runClosedLoop(
            connectionsTo(connections, () => {
              count += 1;
              const isSpread = way.method === 'POST' && bytes === SMALL_BYTES;
              return {
                ...way,
                ...store(isSpread ? `${name.at(-2) ?? ''}${String(count)}` : String(bytes)),
              };
            }),
            durationMs,
          );
        figures.push({
          title: `${name} ${way.method === 'POST' ? 'up' : 'down'}`,
          bytes,
          connections,
          comparison: await compareInTurns(side(stores.ours), side(stores.floor), pace),
        });
        // Uploads the object that the downloads read.
        for (const store of [stores.ours, stores.floor]) {
          await Promise.all(
            connectionsTo(1, () => ({ ...upload(bytes), ...store(String(bytes)) })).map((send) =>
              send(),
            ),
          );
        }
      }
    }
    const beforeMib = await residentMemoryMib(server.processId);
    const transfers = [upload(LARGE_BYTES), download(LARGE_BYTES)].flatMap((way) =>
      connectionsTo(LARGE_AT_ONCE, () => ({ ...way, ...stores.ours(String(LARGE_BYTES)) })),
    );
    const mostMib = await watchMemory(
      server.processId,
      Promise.all(transfers.map((transfer) => transfer())),
    );
    return { objects: figures, memory: { beforeMib, mostMib, atOnce: transfers.length } };
  } finally {
    await child.stop();
  }
}
