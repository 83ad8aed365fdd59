import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { within } from './within.ts';

const END_TIMEOUT_MS = 1000;

/** Hears channels of Postgres on one connection, which the driver opens again whenever it is lost. */
export interface Listener {
  /** `onListening` is called each time that hearing begins; what was sent before was not heard. */
  listen(channel: string, hear: (payload: string) => void, onListening: () => void): void;
  end(): Promise<void>;
}

/** @param sql a pool for nothing else; the driver listens on a connection beside it */
export function createListener(sql: Sql, logger: Logger): Listener {
  const begun: Promise<unknown>[] = [];
  return {
    listen(channel, hear, onListening) {
      const listening = sql.listen(channel, hear, onListening).catch((error: unknown) => {
        logger.warn({ err: error, channel }, 'Postgres is not heard yet; the driver keeps trying');
      });
      begun.push(listening);
    },
    async end() {
      // Ended while it connects, the driver would leave the connection open.
      await within(END_TIMEOUT_MS, Promise.all(begun)).catch(() => undefined);
      await sql.end({ timeout: END_TIMEOUT_MS / 1000 });
    },
  };
}
