import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { within } from '../runtime/deadline.ts';

const END_TIMEOUT_MS = 1000;

/** Listens to channels of Postgres on one connection. The driver reconnects when it is lost. */
export interface Listener {
  /** `onListening` is called after each (re)connect. Notifications sent before it were missed. */
  listen(channel: string, receive: (payload: string) => void, onListening: () => void): void;
  end(): Promise<void>;
}

/** @param sql a pool for the listener alone; the driver opens a connection of its own to listen */
export function createListener(sql: Sql, logger: Logger): Listener {
  const pending: Promise<unknown>[] = [];
  return {
    listen(channel, receive, onListening) {
      const listening = sql.listen(channel, receive, onListening).catch((error: unknown) => {
        logger.warn({ err: error, channel }, 'pub/sub: failed to listen, the driver will retry');
      });
      pending.push(listening);
    },
    async end() {
      // Ending during a connect would leave the connection open.
      await within(END_TIMEOUT_MS, Promise.all(pending)).catch(() => undefined);
      await sql.end({ timeout: END_TIMEOUT_MS / 1000 });
    },
  };
}
