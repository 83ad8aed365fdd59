/** The server as an operator runs it, for tests that end it in every way there is. */
import cluster from 'node:cluster';
import { createServer, supervise } from '../../src/index.ts';

// As a script does that starts a server with settings of its own.
const given = JSON.parse(process.env.TEST_SETTINGS ?? '{}') as Record<string, string>;
const server = await createServer({
  mode: 'supervised',
  environment: { ...process.env, ...given },
  hangTimeoutMs: Number(process.env.TEST_HANG_TIMEOUT_MS ?? 10_000),
});
supervise(server);
process.send?.({
  port: server.port,
  workerProcessIds: Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid),
  publishableKey: server.state.apiKeys.publishableKey,
  connection: server.state.connection,
});
