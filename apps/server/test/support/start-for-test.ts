/** The server as a process of its own, for tests that end it in every way there is. */
import { closeOnSignals, startServer } from '../../src/main.ts';

const server = await startServer(process.env);
closeOnSignals(server);
process.send?.({ port: server.port, publishableKey: server.state.apiKeys.publishableKey });
