import { loadConfig } from '@beaconpay/server/config';
import { createServer } from '@beaconpay/server';
import { toDatabaseUrl } from '@beaconpay/server/platform/database/database-url';
import type { AccountServer } from './accounts.ts';
import { withDatabase } from '@beaconpay/server/operations/with-database';

/**
 * Starts a temporary server on the same database, because a running server may listen on any address
 * or be unhealthy.
 */
export async function withAccountServer<T>(
  environment: NodeJS.ProcessEnv,
  work: (server: AccountServer) => Promise<T>,
): Promise<T> {
  return withDatabase(loadConfig(environment), async (connection) => {
    const server = await createServer({
      environment: {
        ...environment,
        DATABASE_URL: environment.DATABASE_URL ?? toDatabaseUrl(connection),
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: '',
        WORKERS: '1',
        LOG_LEVEL: 'error',
        WEB_DIR: '',
      },
    });
    try {
      return await work({
        url: `http://127.0.0.1:${String(server.port)}`,
        secretKey: server.state.apiKeys.secretKey,
        connection: server.state.connection,
      });
    } finally {
      await server.close();
    }
  });
}
