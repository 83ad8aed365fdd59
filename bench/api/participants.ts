import { fileURLToPath } from 'node:url';
import {
  connectionAs,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import { DATA_API_ROLE } from '@beaconpay/server/platform/database/service-roles';
import { startChildProcess } from '../shared/child-process.ts';
import { overlay, type Measurement } from '../shared/statistics.ts';
import type { Side } from '../shared/comparison.ts';
import type {
  DriverFloorJobs,
  FloorDriver,
  PreparedTransactions,
} from './processes/driver-floor.ts';
import type { HttpLoadJobs, PreparedRequests } from './processes/http-load.ts';
import type { PasswordFloorJobs } from './processes/password-floor.ts';
import type { ScenarioName } from './requests.ts';

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url));
}

/** Sends HTTP requests to a server. */
export interface HttpLoadParticipant {
  side(mix: readonly ScenarioName[], connections: number): Side;
  stop(): Promise<void>;
}

export async function startHttpLoad(
  port: number,
  requests: Readonly<Partial<Record<ScenarioName, PreparedRequests>>>,
): Promise<HttpLoadParticipant> {
  const child = startChildProcess<HttpLoadJobs>(pathOf('http-load'));
  await child.run('prepare', { port, requests });
  return {
    side: (mix, connections) => (durationMs) => child.run('load', { mix, connections, durationMs }),
    stop: () => child.stop(),
  };
}

/** Sends the transactions of the server with a driver. */
export interface DriverFloorParticipant {
  side(driver: FloorDriver, name: ScenarioName, connections: number): Side;
  replayOnce(driver: FloorDriver, name: ScenarioName): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * @param processes the number of processes that share the connections, as the server's workers do
 */
export async function startDriverFloor(
  database: ConnectionSettings,
  transactions: Readonly<Partial<Record<ScenarioName, PreparedTransactions>>>,
  processes: number,
  maxConnections: number,
): Promise<DriverFloorParticipant> {
  const children = Array.from({ length: processes }, () =>
    startChildProcess<DriverFloorJobs>(pathOf('driver-floor')),
  );
  await Promise.all(
    children.map((child) =>
      child.run('prepare', {
        connection: connectionAs(database, DATA_API_ROLE),
        maxConnections,
        transactions,
      }),
    ),
  );
  return {
    side: (driver, name, connections) => async (durationMs) => {
      const busy = children.slice(0, Math.min(children.length, connections));
      const measurements = await Promise.all(
        busy.map((child): Promise<Measurement> =>
          child.run('load', {
            driver,
            name,
            durationMs,
            connections: Math.ceil(connections / busy.length),
          }),
        ),
      );
      return overlay(measurements);
    },
    async replayOnce(driver, name) {
      const [child] = children;
      if (child === undefined) throw new Error('There is no floor.');
      return child.run('replayOnce', { driver, name });
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

/** Verifies passwords only. */
interface PasswordFloorParticipant {
  side(atOnce: number): Side;
  stop(): Promise<void>;
}

export function startPasswordFloor(hash: string, password: string): PasswordFloorParticipant {
  const child = startChildProcess<PasswordFloorJobs>(pathOf('password-floor'));
  return {
    side: (atOnce) => (durationMs) => child.run('load', { hash, password, atOnce, durationMs }),
    stop: () => child.stop(),
  };
}
