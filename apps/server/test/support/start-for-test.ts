/** The server as a process of its own, for tests that end it in every way there is. */
import { startServer, supervise } from '../../src/main.ts';

// As a script does that starts a server with settings of its own.
const given = JSON.parse(process.env.TEST_SETTINGS ?? '{}') as Record<string, string>;
const server = await startServer({ ...process.env, ...given });
supervise(server);
process.send?.({
  port: server.port,
  publishableKey: server.state.apiKeys.publishableKey,
  connection: server.state.connection,
});
