import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '../../src/index.ts';
import type { Clock } from '../../src/platform/runtime/clock.ts';
import type { Sql } from '../../src/platform/database/connection.ts';
import { generateApiKeys, type ApiKeys } from '../../src/platform/identity/api-keys.ts';
import { generateSigningJwk } from '../../src/platform/identity/signing-keys.ts';
import type { Mail, Mailer } from '../../src/platform/mail/mailer.ts';
import { spawnServer } from './spawned-server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServerOptions {
  /** Overrides the defaults of `.env.example`. Rate limits are off unless set here. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** The mail host's handling of a mail. A refused mail is not added to `mails`. */
  readonly takeMail?: (mail: Mail) => Promise<void>;
  /** Runs on the migrated database before the server starts, for fixtures. */
  readonly prepare?: (sql: Sql) => Promise<void>;
}

export interface TestServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly database: TestDatabase;
  /** A superuser's pool on the server's database. */
  readonly sql: Sql;
  /** The mails in the order of sending. */
  readonly mails: Mail[];
  stop(): Promise<void>;
}

/** The connection budget of one process. */
const CONNECTIONS = 35;

const WITHOUT_RATE_LIMITS = {
  RATE_LIMIT_TOKEN_PER_5_MIN: '1000000',
  RATE_LIMIT_AUTH_PER_5_MIN: '1000000',
  RATE_LIMIT_ANONYMOUS_PER_HOUR: '1000000',
  RATE_LIMIT_EMAIL_PER_HOUR: '1000000',
  RATE_LIMIT_MFA_PER_MIN: '1000000',
  RATE_LIMIT_UPLOADS_PER_HOUR: '1000000',
};

/** A test project may set this number of worker processes. */
const WORKERS = process.env.TEST_WORKERS;

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

interface Prepared {
  readonly environment: Readonly<Record<string, string>>;
  readonly database: TestDatabase;
  readonly apiKeys: ApiKeys;
  readonly mailer: Mailer;
}

async function startInProcess(prepared: Prepared, clock: Clock | undefined): Promise<Running> {
  const { environment, database, apiKeys, mailer } = prepared;
  const signingJwks = [await generateSigningJwk()];
  return createServer({
    environment,
    prepared: { connection: database.connection, apiKeys, signingJwks },
    overrides: { mailer, ...(clock ? { clock } : {}) },
  });
}

async function startInWorkers(
  { environment, database, apiKeys }: Prepared,
  workers: string,
): Promise<Running> {
  const spawned = await spawnServer({
    DATABASE_URL: database.url,
    PUBLISHABLE_KEY: apiKeys.publishableKey,
    SECRET_KEY: apiKeys.secretKey,
    ...environment,
    WORKERS: workers,
    DB_POOL_SIZE: String(CONNECTIONS * Number(workers)),
  });
  return { port: spawned.port, close: () => spawned.stop() };
}

/**
 * The real server with its own database and a free port. Mails are collected instead of
 * sent. Worker processes cannot use a test's functions.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-server-'));
  const mails: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      await options.takeMail?.(mail);
      mails.push(mail);
    },
  };
  try {
    await options.prepare?.(database.sql);
    const apiKeys = generateApiKeys();
    const environment = {
      PORT: '0',
      DATA_DIR: dataDir,
      DB_POOL_SIZE: String(CONNECTIONS),
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      ...WITHOUT_RATE_LIMITS,
      ...options.environment,
    };
    const prepared = { environment, database, apiKeys, mailer };
    const running = await (WORKERS === undefined
      ? startInProcess(prepared, options.clock)
      : startInWorkers(prepared, WORKERS));
    return {
      url: `http://127.0.0.1:${String(running.port)}`,
      publishableKey: apiKeys.publishableKey,
      secretKey: apiKeys.secretKey,
      database,
      sql: database.sql,
      mails,
      async stop() {
        await running.close();
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}
