import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { toDatabaseUrl } from '@beaconpay/server/platform/database/database-url';
import type { ApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { PROJECT_DIR } from '../../scripts/project-dir.ts';

const SERVER_PATH = join(PROJECT_DIR, 'apps/server/src/cli/start.ts');
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

export interface ServerProcessOptions {
  /** Null for the embedded Postgres in `dataDir`. */
  readonly connection: ConnectionSettings | null;
  readonly apiKeys: ApiKeys;
  readonly signingJwk: JWK;
  /** A folder that no other server uses. */
  readonly dataDir: string;
  readonly workers: number;
  /** Environment variables that override the production defaults. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** The id of the first process. Its workers are its children. */
  readonly processId: number;
  stop(): Promise<void>;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Starts the server in separate processes with the settings of production, and waits until it is ready. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { connection, apiKeys, dataDir } = options;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${String(port)}`;
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const signingKeysFile = join(dataDir, 'signing-keys-of-the-benchmark.json');
  await writeFile(signingKeysFile, JSON.stringify([options.signingJwk]), { mode: 0o600 });
  const server = spawn(process.execPath, [SERVER_PATH], {
    stdio: 'inherit',
    // A folder without the .env file of the developer.
    cwd: dataDir,
    env: {
      SUPABASE_WORKDIR: PROJECT_DIR,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: connection === null ? '' : toDatabaseUrl(connection),
      DATA_DIR: dataDir,
      WORKERS: String(options.workers),
      PUBLISHABLE_KEY: apiKeys.publishableKey,
      SECRET_KEY: apiKeys.secretKey,
      SIGNING_KEYS_FILE: signingKeysFile,
      LOG_LEVEL: 'warn',
      ...options.environment,
    },
  });
  const exited = once(server, 'exit');
  // Stops the server if the benchmark fails.
  const killNow = (): void => {
    server.kill('SIGTERM');
  };
  process.once('exit', killNow);
  server.once('exit', () => process.off('exit', killNow));
  const stop = async (): Promise<void> => {
    if (server.exitCode === null) server.kill('SIGTERM');
    await exited;
  };
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error('The server did not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { url, port, processId: server.pid ?? 0, stop };
}
