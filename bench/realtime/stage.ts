import { mkdir } from 'node:fs/promises';
import { openPool, type Sql } from '@beaconpay/server/platform/database/connection';
import { createAdministrator } from '../../scripts/administrators.ts';
import { createTokenIssuer, pickCustomers, type SignedInPerson } from '../api/customers.ts';
import { fillAccounts, fillOrders } from '../api/database/fill.ts';
import { ADMINISTRATOR, administratorsHash } from '../api/database/prepare.ts';
import { startFreshServer } from '../shared/fresh-server.ts';
import { findPostmaster, readProcessorTime, type ProcessorTime } from '../shared/processor-time.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import { startSocketFleet, type SocketFleet } from './socket-fleet.ts';

const ORDERS_OF_CUSTOMER = 10;

/** Everything that takes part, started and ready. */
export interface Stage {
  /** As superuser. */
  readonly sql: Sql;
  readonly server: ServerProcess;
  readonly publishableKey: string;
  /** Where sockets are opened. */
  readonly socketUrl: string;
  readonly people: readonly SignedInPerson[];
  readonly fleet: SocketFleet;
  readonly postgresVersion: string;
  processorTime(): Promise<ProcessorTime>;
  clear(): Promise<void>;
}

/** A server of one process with the settings of production, and customers who have ordered. */
export async function setStage(dataDir: string, customers: number): Promise<Stage> {
  const endings: (() => Promise<unknown>)[] = [];
  const clear = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    await mkdir(dataDir, { recursive: true });
    const fresh = await startFreshServer(dataDir, { workers: 1 });
    endings.push(() => fresh.stop());
    const { server, apiKeys, signingJwk, connection } = fresh;
    const sql = openPool(connection, {
      applicationName: 'backend-bench',
      maxConnections: 2,
    });
    endings.push(() => sql.end({ timeout: 5 }));
    await createAdministrator(connection, ADMINISTRATOR);
    await fillAccounts(sql, customers, await administratorsHash(sql));
    await fillOrders(sql, customers * ORDERS_OF_CUSTOMER, 0);
    const fleet = startSocketFleet();
    endings.push(() => fleet.stop());
    const postmasterId = await findPostmaster(sql);
    const [version] = await sql<{ server_version: string }[]>`show server_version`;
    const { port, processId } = server;
    const { publishableKey } = apiKeys;
    return {
      sql,
      server,
      publishableKey,
      socketUrl: `ws://127.0.0.1:${String(port)}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
      people: await pickCustomers(sql, customers, await createTokenIssuer(signingJwk)),
      fleet,
      postgresVersion: version?.server_version ?? 'unknown',
      processorTime: () => readProcessorTime(processId, postmasterId),
      clear,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
