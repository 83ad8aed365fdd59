import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JWK } from 'jose';
import { startWorkers } from './cluster.ts';
import { loadConfig, type Config } from './config.ts';
import { migrate, type MigrationFolder } from './migrate.ts';
import {
  openPool,
  parseDatabaseUrl,
  type ConnectionSettings,
} from './platform/database/connection.ts';
import { lockDataDirectory } from './platform/database/embedded/data-directory-lock.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { setServiceRolePasswords } from './platform/database/service-roles.ts';
import { generateApiKeys } from './platform/identity/api-keys.ts';
import { generateSigningJwk } from './platform/identity/signing-keys.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { readOrCreateSecretFile } from './platform/secret-file.ts';
import { serve, type Listener, type OutsideWorld, type ServerState } from './serve.ts';

const SERVER_MIGRATIONS: MigrationFolder = {
  name: 'server',
  path: fileURLToPath(new URL('../migrations', import.meta.url)),
  role: null,
};
const PRODUCT_MIGRATIONS: MigrationFolder = {
  name: 'product',
  path: fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)),
  // The role that runs migrations on a hosted project, too.
  role: 'postgres',
};

export interface RunningDatabase {
  readonly connection: ConnectionSettings;
  stop(): Promise<void>;
}

export interface RunningServer {
  readonly config: Config;
  readonly port: number;
  readonly state: ServerState;
  close(): Promise<void>;
}

async function openDatabase(config: Config): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    return {
      connection: parseDatabaseUrl(config.databaseUrl),
      stop: () => Promise.resolve(),
    };
  }
  const unlock = await lockDataDirectory(config.dataDir);
  try {
    const secrets = await readOrCreateSecretFile(join(config.dataDir, 'database.json'), () => ({
      password: randomBytes(24).toString('base64url'),
    }));
    const embedded = await startEmbeddedPostgres({
      clusterDir: join(config.dataDir, 'postgres'),
      password: secrets.password,
    });
    const stop = async (): Promise<void> => {
      await embedded.stop();
      await unlock();
    };
    return { connection: embedded.connection, stop };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Brings a database to what the services need; safe to repeat and to run at once on several machines. */
export async function prepareDatabase(
  connection: ConnectionSettings,
  logger: Logger,
): Promise<void> {
  const sql = openPool(connection, { applicationName: 'beaconpay-migrate', maxConnections: 1 });
  try {
    await migrate(sql, [SERVER_MIGRATIONS, PRODUCT_MIGRATIONS], logger);
    await setServiceRolePasswords(sql, connection);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The keys an operator gave, and those made at first start for the rest. */
async function loadServerState(
  config: Config,
  connection: ConnectionSettings,
): Promise<ServerState> {
  const { publishableKey, secretKey, signingKeysFile } = config.keys;
  const kept = await readOrCreateSecretFile(join(config.dataDir, 'api-keys.json'), generateApiKeys);
  const signingJwks =
    signingKeysFile === null
      ? await readOrCreateSecretFile(join(config.dataDir, 'signing-keys.json'), async () => [
          await generateSigningJwk(),
        ])
      : (JSON.parse(await readFile(signingKeysFile, 'utf8')) as JWK[]);
  return {
    connection,
    apiKeys: {
      publishableKey: publishableKey ?? kept.publishableKey,
      secretKey: secretKey ?? kept.secretKey,
    },
    signingJwks,
  };
}

/**
 * Configuration, database, services, application, listen. Closing does the
 * same backwards and waits for requests under way.
 *
 * @throws Error when the configuration is not valid or a part does not start
 */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>,
  outside: OutsideWorld = {},
): Promise<RunningServer> {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database.connection, logger);
    const state = await loadServerState(config, database.connection);
    const listener: Listener =
      config.http.workers > 1
        ? await startWorkers(config.http.workers, state, logger)
        : await serve(config, state, logger, outside);
    return {
      config,
      port: listener.port,
      state,
      async close() {
        await listener.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Ends the process in good order on Ctrl-C and SIGTERM; a second signal ends it at once. */
export function closeOnSignals(server: Pick<RunningServer, 'close'>): void {
  let closing = false;
  const close = (): void => {
    if (closing) process.exit(1);
    closing = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

if (import.meta.main && cluster.isPrimary) {
  closeOnSignals(await startServer(process.env));
}
