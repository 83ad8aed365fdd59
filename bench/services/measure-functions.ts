import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { findDeno } from '@beaconpay/server/deno-binary';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { runClosedLoop } from '../shared/closed-loop.ts';
import { compareInTurns, type Comparison, type ComparisonPace } from '../shared/comparison.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import { callOverHttp, connectionsTo, type HttpCall } from './http-client.ts';

const CONNECTIONS = 8;
const COLD_STARTS = 5;
const BODY = Buffer.from(JSON.stringify({ order: 'one card', amount: '15.00' }));
/** Returns the request body, so that the measurement shows the overhead of a call. */
const HANDLER = 'async (request) => Response.json(await request.json())';

export interface FunctionFigures {
  readonly connections: number;
  readonly comparison: Comparison;
  /** The latencies of the first calls of functions that were not running, in ascending order. */
  readonly coldStartsMs: readonly number[];
}

/** Writes the functions: a warm one, and several for cold starts. */
export async function writeFunctions(dir: string): Promise<string> {
  const functionsDir = join(dir, 'functions');
  const names = ['warm', ...Array.from({ length: COLD_STARTS }, (_, index) => coldName(index))];
  for (const name of names) {
    await mkdir(join(functionsDir, name), { recursive: true });
    await writeFile(join(functionsDir, name, 'index.ts'), `Deno.serve(${HANDLER});\n`);
  }
  const open = names.map((name) => `[functions.${name}]\nverify_jwt = false\n`);
  await writeFile(join(dir, 'config.toml'), open.join('\n'));
  return functionsDir;
}

const coldName = (index: number): string => `cold-${String(index)}`;

async function startBareDeno(dir: string): Promise<{ port: number; stop: () => void }> {
  const port = await findFreePort();
  const path = join(dir, 'bare.ts');
  await writeFile(
    path,
    `Deno.serve({ hostname: '127.0.0.1', port: ${String(port)}, onListen: () => console.log('ready') }, ${HANDLER});\n`,
  );
  const child = spawn(findDeno(), ['run', '--quiet', '--no-config', '--allow-net', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { port, stop: () => void child.kill() };
}

/** Compares calls of a function with the same handler in a bare Deno, and measures cold starts. */
export async function measureFunctions(
  server: ServerProcess,
  dataDir: string,
  pace: ComparisonPace,
): Promise<FunctionFigures> {
  const bare = await startBareDeno(dataDir);
  const callOf = (port: number, path: string): HttpCall => ({
    port,
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: { chunk: BODY, bytes: BODY.length },
    answerBytes: BODY.length,
  });
  const side = (port: number, path: string) => (durationMs: number) =>
    runClosedLoop(
      connectionsTo(CONNECTIONS, () => callOf(port, path)),
      durationMs,
    );
  try {
    const coldStartsMs: number[] = [];
    for (let index = 0; index < COLD_STARTS; index += 1) {
      const startedAtMs = performance.now();
      await callOverHttp(new Agent(), callOf(server.port, `/functions/v1/${coldName(index)}`));
      coldStartsMs.push(performance.now() - startedAtMs);
    }
    const comparison = await compareInTurns(
      side(server.port, '/functions/v1/warm'),
      side(bare.port, '/'),
      pace,
    );
    return {
      connections: CONNECTIONS,
      comparison,
      coldStartsMs: coldStartsMs.sort((left, right) => left - right),
    };
  } finally {
    bare.stop();
  }
}
