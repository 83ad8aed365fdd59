/** The server as an operator runs it, for tests that stop or kill it. */
import cluster from 'node:cluster';
import { createServer, supervise } from '../../src/index.ts';

// Passes the settings to the server, as a script that starts a server does.
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
