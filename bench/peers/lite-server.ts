import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import type { PeerServer } from './peer-server.ts';
import { writeProject } from './project.ts';

const run = promisify(execFile);
const JWT_SECRET = 'a benchmark secret of at least thirty-two bytes';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** Telemetry would need the network. Storage is behind this flag in version 0.10. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  LITE_TELEMETRY: '0',
  EXPERIMENTAL_STORAGE: '1',
};

export type LiteDriver = 'postgres' | 'pglite' | 'sqlite-postgres';

interface LiteOptions {
  /** The folder in which `@supabase/lite` is installed. */
  readonly installDir: string;
  /** The folder of the project; created. */
  readonly projectDir: string;
  readonly driver: LiteDriver;
  readonly databaseUrl: string;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Applies the migrations of the project and starts Supabase Lite as for production, without its admin mode. */
export async function startLite(options: LiteOptions): Promise<PeerServer> {
  const { installDir, projectDir, driver, databaseUrl } = options;
  const port = await findFreePort();
  const config = [
    `auth.jwt_secret = "${JWT_SECRET}"`,
    `api.port = ${String(port)}`,
    `db.driver = "${driver}"`,
    `db.url = "${databaseUrl}"`,
    'storage.enabled = true',
  ];
  await writeProject(projectDir, `${config.join('\n')}\n`);
  const cli = join(installDir, 'node_modules/@supabase/lite/dist/cli/index.js');
  const spawnOptions = { cwd: projectDir, env: ENVIRONMENT };
  await run(process.execPath, [cli, 'migration', 'up'], spawnOptions);
  const server = spawn(process.execPath, [cli, 'start', '--no-admin'], {
    ...spawnOptions,
    // Supabase Lite warns about file descriptors for each object.
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const stop = async (): Promise<void> => {
    if (server.exitCode === null) server.kill('SIGTERM');
    await exited;
  };
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(`http://127.0.0.1:${String(port)}/rest/v1/`))) {
    if (server.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error(`Supabase Lite did not start with the driver ${driver}.`);
    }
    await sleep(POLL_MS);
  }
  const serviceToken = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1d')
    .sign(Buffer.from(JWT_SECRET));
  return { port, publishableKey: 'any', serviceKey: 'any', serviceToken, stop };
}
