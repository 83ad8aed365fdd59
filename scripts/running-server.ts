import { loadConfig } from '@beaconpay/server/config';
import {
  parseDatabaseUrl,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';

/** The database of the server that uses the configured data folder and answers on the configured port, or null. */
export async function findRunningDatabase(
  environment: NodeJS.ProcessEnv,
): Promise<ConnectionSettings | null> {
  const { database, dataDir, http } = loadConfig(environment);
  const url = `http://127.0.0.1:${String(http.port)}/health/ready`;
  const isLive = await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
  if (!isLive) return null;
  return database.url === null ? findEmbeddedConnection(dataDir) : parseDatabaseUrl(database.url);
}
