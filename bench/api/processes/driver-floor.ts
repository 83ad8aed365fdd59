/** The floor: the transactions of the server, sent by a driver in one batch, without HTTP. */
import postgres from 'postgres';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { createWirePool, type WirePool } from '@beaconpay/server/platform/database/wire/wire-pool';
import { runClosedLoop, type Send } from '../../shared/closed-loop.ts';
import { serveJobs } from '../../shared/child-process.ts';
import type { Measurement } from '../../shared/statistics.ts';
import { FRESH_KEY_MARKER, withFreshKey } from '../fresh-key.ts';

interface FloorStatement {
  readonly text: string;
  /** Whether the statement has parameters; `begin` and `commit` have none. */
  readonly hasParameters: boolean;
}

/** The parameters of a customer's transaction, by statement. */
type TransactionValues = readonly (readonly (string | null)[])[];

/** Transactions of one shape, one per customer, sent round-robin. */
export interface PreparedTransactions {
  /** The statements of the server, within `begin` and `commit`. */
  readonly statements: readonly FloorStatement[];
  readonly values: readonly TransactionValues[];
}

/** `bare` is the driver that defines the floor. `own` is the server's driver, which shows the cost of HTTP. */
export type FloorDriver = 'bare' | 'own';

interface FloorConnection {
  /** All cells of all results. */
  send(statements: readonly FloorStatement[], values: TransactionValues): Promise<Buffer[]>;
}

type Rows = readonly (readonly (Buffer | null)[])[];

/** Postgres infers the type of a parameter. */
const UNKNOWN_TYPE = 705;

const prepared = new Map<string, PreparedTransactions>();
let opened: Record<FloorDriver, FloorConnection[]> = { bare: [], own: [] };

function fresh(value: string | null): string | null {
  return value?.includes(FRESH_KEY_MARKER) === true ? withFreshKey(value) : value;
}

function cellsOf(results: readonly Rows[]): Buffer[] {
  return results.flat(2).filter((cell) => cell !== null);
}

function openBareConnection(settings: ConnectionSettings): FloorConnection {
  const { host, port, database, username, password } = settings;
  const sql = postgres({
    host,
    port,
    database,
    username,
    password,
    max: 1,
    fetch_types: false,
    connection: { application_name: 'backend-floor' },
  });
  return {
    async send(statements, values) {
      // Sends all statements without waiting for results.
      const sent = statements.map(({ text, hasParameters }, index) => {
        if (!hasParameters) return sql.unsafe(text).raw();
        const typed = (values[index] ?? []).map((given) => {
          const value = fresh(given);
          return value === null ? null : sql.typed(value, UNKNOWN_TYPE);
        });
        return sql.unsafe(text, typed, { prepare: true }).raw();
      });
      return cellsOf(await Promise.all(sent));
    },
  };
}

function openOwnConnection(pool: WirePool): FloorConnection {
  return {
    async send(statements, values) {
      // One batch is one implicit transaction, so `begin` and `commit` are not sent.
      const batch = statements.flatMap(({ text, hasParameters }, index) =>
        hasParameters
          ? [
              {
                text,
                parameters: (values[index] ?? []).map(fresh),
              },
            ]
          : [],
      );
      return cellsOf(await pool.run(batch, { repeatable: false }));
    },
  };
}

function transactionsOf(name: string): PreparedTransactions {
  const transactions = prepared.get(name);
  if (transactions === undefined) throw new Error(`No transactions were prepared for ${name}.`);
  return transactions;
}

const jobs = {
  prepare(parameter: {
    readonly connection: ConnectionSettings;
    readonly maxConnections: number;
    readonly transactions: Readonly<Record<string, PreparedTransactions>>;
  }): void {
    const { connection, maxConnections } = parameter;
    const pool = createWirePool(connection, { applicationName: 'backend-floor', maxConnections });
    opened = {
      bare: Array.from({ length: maxConnections }, () => openBareConnection(connection)),
      own: Array.from({ length: maxConnections }, () => openOwnConnection(pool)),
    };
    for (const [name, transactions] of Object.entries(parameter.transactions)) {
      prepared.set(name, transactions);
    }
  },

  /** All values that a transaction returns, for comparison with the server's response. */
  async replayOnce(parameter: {
    readonly name: string;
    readonly driver: FloorDriver;
  }): Promise<string[]> {
    const { statements, values } = transactionsOf(parameter.name);
    const [connection] = opened[parameter.driver];
    const cells = await connection?.send(statements, values[0] ?? []);
    return cells?.map((cell) => cell.toString('utf8')) ?? [];
  },

  load(parameter: {
    readonly name: string;
    readonly driver: FloorDriver;
    readonly connections: number;
    readonly durationMs: number;
  }): Promise<Measurement> {
    const { statements, values } = transactionsOf(parameter.name);
    let count = 0;
    const senders = opened[parameter.driver]
      .slice(0, parameter.connections)
      .map((connection): Send => async () => {
        const ofCustomer = values[count % values.length] ?? [];
        count += 1;
        await connection.send(statements, ofCustomer);
      });
    return runClosedLoop(senders, parameter.durationMs);
  },
};

export type DriverFloorJobs = typeof jobs;

if (process.send !== undefined) serveJobs(jobs);
