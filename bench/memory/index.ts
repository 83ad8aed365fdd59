import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { generateApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { generateSigningJwk } from '@beaconpay/server/platform/identity/signing-keys';
import type { BenchOptions } from '../options.ts';
import { callOverHttp } from '../services/http-client.ts';
import { coreCount, currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { processMemory, type ProcessMemory } from '../shared/process-memory.ts';
import { startServerProcess, type ServerProcess } from '../shared/server-process.ts';
import { memoryReport } from './report.ts';

const REQUESTS = 20_000;
const QUICK_REQUESTS = 1_000;
const CONNECTIONS = 32;
/** Until the processes have released what they needed for the start. */
const SETTLE_MS = 10_000;

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

async function sendReads(server: ServerProcess, apikey: string, requests: number): Promise<void> {
  let sent = 0;
  const sendInTurn = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (sent < requests) {
      sent += 1;
      await callOverHttp(agent, {
        port: server.port,
        method: 'GET',
        path: '/rest/v1/payment_method_settings?select=*',
        headers: { apikey },
      });
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
}

/** Measures the memory of each process of a server with its embedded Postgres, idle and after reads. */
export async function runMemoryBench(options: BenchOptions): Promise<void> {
  const machine = describeMachine(currentLoad(), {});
  const dataDir = join(options.dataDir, 'memory');
  await rm(dataDir, { recursive: true, force: true });
  const requests = options.isQuick ? QUICK_REQUESTS : REQUESTS;
  const apiKeys = generateApiKeys();
  const signingJwk = await generateSigningJwk();
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ connection: null, apiKeys, signingJwk, dataDir, workers: coreCount() });
  try {
    await (await start()).stop();
    const server = await start();
    let idle: ProcessMemory[];
    let used: ProcessMemory[];
    try {
      await settle();
      idle = await processMemory(server.processId);
      await sendReads(server, apiKeys.publishableKey, requests);
      await settle();
      used = await processMemory(server.processId);
    } finally {
      await server.stop();
    }
    const report = memoryReport(machine, requests, idle, used);
    console.log(report);
    await writeMarkdown(join(options.resultsDir, 'RESULTS-memory.md'), report);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
