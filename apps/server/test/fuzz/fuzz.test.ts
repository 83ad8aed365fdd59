import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEndpoints, type Endpoint } from './endpoints.ts';
import { FAULTS } from './faults.ts';
import { startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { findLeftOvers } from './left-overs.ts';
import { createRandom, type Random } from './random.ts';
import { openSession } from './sessions.ts';
import { breakSocket, SOCKET_FAULTS } from './websocket-faults.ts';

/** `FUZZ_SEED=7 npm run unit -- apps/server/test/fuzz` tries other cases. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const CASES_AT_ONCE = 8;
const SOCKETS_PER_FAULT = 5;

let server: FuzzedServer;
beforeAll(async () => {
  server = await startFuzzedServer();
});
afterAll(() => server.stop());

type Credentials = (server: FuzzedServer) => Readonly<Record<string, string>>;
const CREDENTIALS: readonly Credentials[] = [
  () => ({}),
  ({ publishableKey }) => ({ apikey: publishableKey }),
  ({ secretKey }) => ({ apikey: secretKey, Authorization: `Bearer ${secretKey}` }),
];

async function callFunction(name: string): Promise<void> {
  const headers = { Connection: 'close' };
  await (await fetch(`${server.url}/functions/v1/${name}`, { headers })).text();
}

interface Case {
  readonly name: string;
  run(): Promise<string | null>;
}

function toCase(endpoint: Endpoint, faultName: string, random: Random): Case {
  const fault = FAULTS[faultName];
  if (fault === undefined) throw new Error(`There is no fault ${faultName}.`);
  const credentials = random.pick(CREDENTIALS)(server);
  const context = { url: server.url, endpoint, random };
  return {
    name: `${faultName} ${endpoint.method} ${endpoint.path}`,
    async run() {
      if (faultName !== 'sessionEndsInBody') {
        return fault({ ...context, credentials, endSession: () => Promise.resolve() });
      }
      const session = await openSession(server);
      return fault({ ...context, credentials: session.headers, endSession: () => session.end() });
    },
  };
}

/** Runs all cases and returns the names of those that the server did not answer as it must. */
async function runCases(cases: readonly Case[]): Promise<string[]> {
  const waiting = [...cases];
  const wrong: string[] = [];
  async function runNext(): Promise<void> {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const answer = await one.run();
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer ?? '')?.[1];
      if (answer !== null && (status === undefined || status === '500')) {
        wrong.push(`${one.name}: ${answer.slice(0, 200)}`);
      }
    }
  }
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, runNext));
  return wrong;
}

test('Broken requests to every endpoint leave the server as it was', async () => {
  const endpoints = listEndpoints(server.routes);
  for (const service of ['auth', 'rest', 'storage', 'realtime', 'functions']) {
    expect(endpoints.map(({ path }) => path)).toContainEqual(
      expect.stringContaining(`/${service}/v1/`),
    );
  }
  // The first call of a function starts a process, which stays.
  await Promise.all(['card-webhook', 'create-checkout', 'confirm-payment'].map(callFunction));
  const random = createRandom(SEED);
  const before = await findLeftOvers(server);
  const cases = endpoints.flatMap((endpoint) =>
    Object.keys(FAULTS).map((faultName) => toCase(endpoint, faultName, random)),
  );

  const wrong = await runCases(random.shuffle(cases));
  expect(wrong, `FUZZ_SEED=${SEED}`).toEqual([]);
  for (const fault of SOCKET_FAULTS) {
    for (let count = 0; count < SOCKETS_PER_FAULT; count += 1) {
      await breakSocket(server, fault, await openSession(server), random);
    }
  }

  expect(server.process.exitCode).toBeNull();
  await expect.poll(() => findLeftOvers(server)).toEqual(before);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(server.errors(), `FUZZ_SEED=${SEED}`).toEqual([]);
});
