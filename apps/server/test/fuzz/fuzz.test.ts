import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEndpoints, type Endpoint } from './endpoints.ts';
import { endSessionInBodies, FAULTS } from './faults.ts';
import { startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { findLeftOvers } from './left-overs.ts';
import { createRandom, type Random } from './random.ts';
import { openSession } from './sessions.ts';
import { breakSocket, SOCKET_FAULTS } from './websocket-faults.ts';

/** `FUZZ_SEED=7 npm run unit -- apps/server/test/fuzz` tries other cases. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS_AT_ONCE = 8;
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
  return {
    name: `${faultName} ${endpoint.method} ${endpoint.path}`,
    run: () => fault({ url: server.url, endpoint, credentials, random }),
  };
}

/** A client that waits must receive a response, and the response must not report a server error. */
function describeWrongAnswer(name: string, answer: string | null): string[] {
  if (answer === null) return [];
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  const isWrong = status === undefined || status === '500';
  return isWrong ? [`${name}: ${answer.slice(0, 200)}`] : [];
}

/** @returns the cases with a wrong response */
async function runCases(cases: readonly Case[]): Promise<string[]> {
  const waiting = [...cases];
  const wrong: string[] = [];
  async function runNext(): Promise<void> {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      wrong.push(...describeWrongAnswer(one.name, await one.run()));
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, runNext));
  return wrong;
}

/** @returns the endpoints with a wrong response to a session that ends within the request */
async function endSessions(endpoints: readonly Endpoint[], random: Random): Promise<string[]> {
  const wrong: string[] = [];
  for (let from = 0; from < endpoints.length; from += REQUESTS_AT_ONCE) {
    const batch = endpoints.slice(from, from + REQUESTS_AT_ONCE);
    const session = await openSession(server);
    const contexts = batch.map((endpoint) => ({
      url: server.url,
      endpoint,
      credentials: session.headers,
      random,
    }));
    const answers = await endSessionInBodies(contexts, () => session.end());
    wrong.push(
      ...batch.flatMap(({ method, path }, index) =>
        describeWrongAnswer(`session ends in ${method} ${path}`, answers[index] ?? ''),
      ),
    );
  }
  return wrong;
}

test('Malformed requests to every endpoint do not change the state of the server', async () => {
  const endpoints = listEndpoints(server.routes);
  for (const service of ['auth', 'rest', 'storage', 'realtime', 'functions']) {
    expect(endpoints.map(({ path }) => path)).toContainEqual(
      expect.stringContaining(`/${service}/v1/`),
    );
  }
  // The first call of a function starts a process, which keeps running.
  await Promise.all(['card-webhook', 'create-checkout', 'confirm-payment'].map(callFunction));
  const random = createRandom(SEED);
  await expect
    .poll(() => findLeftOvers(server))
    .toMatchObject({ connections: 0, database: { transactions: [] } });
  const before = await findLeftOvers(server);
  const cases = endpoints.flatMap((endpoint) =>
    Object.keys(FAULTS).map((faultName) => toCase(endpoint, faultName, random)),
  );

  const wrong = [
    ...(await runCases(random.shuffle(cases))),
    ...(await endSessions(random.shuffle(endpoints), random)),
  ];
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
