import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApiKeys, type ApiKeys } from '../../src/platform/identity/api-keys.ts';
import { STORAGE_FIXTURES } from '../contract/storage-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import type { Route } from './endpoints.ts';

const STARTER = fileURLToPath(new URL('./start-for-fuzz.ts', import.meta.url));
const NO_LIMIT = '1000000';

export interface FuzzedServer extends ApiKeys {
  readonly url: string;
  readonly port: number;
  readonly routes: readonly Route[];
  readonly process: ChildProcess;
  readonly database: TestDatabase;
  readonly storageDir: string;
  /** The log entries of errors, as JSON lines. */
  readonly errors: () => string[];
  stop(): Promise<void>;
}

/** The server in a child process, with a database of its own. */
export async function startFuzzedServer(): Promise<FuzzedServer> {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-fuzz-'));
  const storageDir = join(dir, 'storage');
  const database = await createTestDatabase();
  await database.sql.unsafe(STORAGE_FIXTURES);
  const apiKeys = generateApiKeys();
  const child = spawn(process.execPath, [STARTER], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      STORAGE_DIR: storageDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      PUBLISHABLE_KEY: apiKeys.publishableKey,
      SECRET_KEY: apiKeys.secretKey,
      ANONYMOUS_USERS: 'true',
      FUNCTIONS_SECRET_STRIPE_SECRET_KEY: 'sk_test_1',
      FUNCTIONS_SECRET_STRIPE_WEBHOOK_SECRET: 'whsec_1',
      DB_POOL_SIZE: '35',
      RATE_LIMIT_TOKEN_PER_5_MIN: NO_LIMIT,
      RATE_LIMIT_AUTH_PER_5_MIN: NO_LIMIT,
      RATE_LIMIT_ANONYMOUS_PER_HOUR: NO_LIMIT,
      RATE_LIMIT_EMAIL_PER_HOUR: NO_LIMIT,
      RATE_LIMIT_MFA_PER_MIN: NO_LIMIT,
      RATE_LIMIT_UPLOADS_PER_HOUR: NO_LIMIT,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} instead of starting.`);
  });
  const started = once(child, 'message') as Promise<[{ port: number; routes: Route[] }]>;
  const [{ port, routes }] = await Promise.race([started, failed]);
  failed.catch(() => undefined);
  return {
    ...apiKeys,
    url: `http://127.0.0.1:${String(port)}`,
    port,
    routes,
    process: child,
    database,
    storageDir,
    errors: () => log.split('\n').filter((line) => line.startsWith('{')),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
