import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';

const END_TIMEOUT_MS = 1000;

/** Listens to channels of Postgres on one connection. It reconnects when the connection is lost. */
export interface Listener {
  /** `onListening` is called after each (re)connect. Notifications sent before it were missed. */
  listen(channel: string, receive: (payload: string) => void, onListening: () => void): void;
  end(): Promise<void>;
}

/** @param sql a pool for the listener alone, which listens on a connection of its own */
export function createListener(sql: Sql, logger: Logger): Listener {
  return {
    listen(channel, receive, onListening) {
      void sql.listen(channel, receive, {
        onListening,
        onError: (error) =>
          logger.warn({ err: error, channel }, 'pub/sub: failed to listen, will retry'),
      });
    },
    end: () => sql.end({ timeout: END_TIMEOUT_MS / 1000 }),
  };
}
