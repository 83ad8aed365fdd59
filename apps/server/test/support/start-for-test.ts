/** The server as a process of its own, for tests that end it in every way there is. */
import { startServer, supervise } from '../../src/main.ts';

const server = await startServer(process.env);
supervise(server);
process.send?.({
  port: server.port,
  publishableKey: server.state.apiKeys.publishableKey,
  connection: server.state.connection,
});
