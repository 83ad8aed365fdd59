import { join } from 'node:path';
import {
  openPool,
  type ConnectionSettings,
  type Sql,
} from '@beaconpay/server/platform/database/connection';
import { generateApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { generateSigningJwk } from '@beaconpay/server/platform/identity/signing-keys';
import { coreCount } from '../shared/machine.ts';
import { startServerProcess, type ServerProcess } from '../shared/server-process.ts';
import { startCluster } from '../shared/cluster.ts';
import {
  createTokenIssuer,
  pickAdministrator,
  pickCustomers,
  type TokenIssuer,
} from './customers.ts';
import { removeTraces } from './database/fill.ts';
import { ADMINISTRATOR, prepareDatabases } from './database/prepare.ts';
import { recordTransactions } from './floor-transactions.ts';
import {
  startDriverFloor,
  startHttpLoad,
  type DriverFloorParticipant,
  type HttpLoadParticipant,
} from './participants.ts';
import { createScenarios, toPreparedRequests, type Scenario } from './scenarios.ts';
import type { ApiBenchSettings } from './settings.ts';

/** A database with its server and load generator. */
interface ServedDatabase {
  /** Logs in as superuser. */
  readonly sql: Sql;
  readonly server: ServerProcess;
  readonly http: HttpLoadParticipant;
  readonly scenarios: readonly Scenario[];
}

/** All running participants of a benchmark. */
export interface Stage {
  readonly large: ServedDatabase;
  readonly small: ServedDatabase;
  /** Sends the transactions that the server sends to the large database. */
  readonly floor: DriverFloorParticipant;
  readonly postgresVersion: string;
  /** Removes added rows and stops all participants. */
  clear(): Promise<void>;
}

/** The settings of production, without the sign-in limit per address. */
const SERVER_ENVIRONMENT = { RATE_LIMIT_TOKEN_PER_5_MIN: '0' };

export async function setStage(dataDir: string, settings: ApiBenchSettings): Promise<Stage> {
  const endings: (() => Promise<unknown>)[] = [];
  const clear = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const cluster = await startCluster(dataDir);
    endings.push(() => cluster.stop());
    console.log('Filling the databases, unless an earlier run has kept them…');
    const databases = await prepareDatabases(
      cluster.connection,
      join(dataDir, 'setup-server'),
      settings,
    );
    const apiKeys = generateApiKeys();
    const signingJwk = await generateSigningJwk();
    const issueTokens = await createTokenIssuer(signingJwk);

    const openDatabase = async (connection: ConnectionSettings) => {
      const sql = openPool(connection, { applicationName: 'backend-bench', maxConnections: 2 });
      endings.push(() => sql.end({ timeout: 5 }));
      await removeTraces(sql, settings.pendingOrders);
      endings.push(() => removeTraces(sql, settings.pendingOrders));
      const scenarios = await castScenarios(sql, settings, issueTokens, apiKeys.publishableKey);
      return { sql, scenarios };
    };
    const large = await openDatabase(databases.large);
    const small = await openDatabase(databases.small);

    const serverOptions = (name: string, connection: ConnectionSettings) => ({
      connection,
      apiKeys,
      signingJwk,
      dataDir: join(dataDir, name),
      environment: SERVER_ENVIRONMENT,
    });
    console.log('Recording what the server sends to Postgres…');
    const transactions = await recordTransactions(
      serverOptions('recorded-server', databases.large),
      large.scenarios.filter(({ isTransaction }) => isTransaction),
    );
    await removeTraces(large.sql, settings.pendingOrders);
    const floor = await startDriverFloor(
      databases.large,
      transactions,
      coreCount(),
      Math.max(...settings.connectionCounts),
    );
    endings.push(() => floor.stop());

    const serve = async (
      name: string,
      connection: ConnectionSettings,
      { sql, scenarios }: { sql: Sql; scenarios: readonly Scenario[] },
    ): Promise<ServedDatabase> => {
      const server = await startServerProcess({
        ...serverOptions(name, connection),
        workers: coreCount(),
      });
      endings.push(() => server.stop());
      const http = await startHttpLoad(server.port, toPreparedRequests(scenarios, server.port));
      endings.push(() => http.stop());
      return { sql, server, http, scenarios };
    };
    const [version] = await large.sql<{ server_version: string }[]>`show server_version`;
    return {
      large: await serve('large-server', databases.large, large),
      small: await serve('small-server', databases.small, small),
      floor,
      postgresVersion: version?.server_version ?? 'unknown',
      clear,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function castScenarios(
  sql: Sql,
  settings: ApiBenchSettings,
  issueTokens: TokenIssuer,
  publishableKey: string,
): Promise<Scenario[]> {
  return createScenarios({
    customers: await pickCustomers(sql, settings.activeCustomers, issueTokens),
    administrator: await pickAdministrator(sql, issueTokens),
    password: ADMINISTRATOR.password,
    publishableKey,
  });
}
