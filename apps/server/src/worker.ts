/** One of several server processes; the first process sends what it needs to serve. */
import { once } from 'node:events';
import { loadConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { serve, type ServerState } from './serve.ts';

// A terminal's Ctrl-C reaches every process of the group; the first process decides the order.
process.on('SIGINT', () => undefined);

const [state] = (await once(process, 'message')) as [ServerState];
const config = loadConfig(process.env);
const listener = await serve(config, state, createLogger(config.logLevel));

const close = (): void => {
  listener.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', close);
// The first process is gone; nobody is left to replace or stop this one.
process.once('disconnect', close);
process.send?.({ port: listener.port });
