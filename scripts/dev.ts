/** `npm run dev`: Vite with hot reload, and the server, which restarts when its sources change. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { loadConfig, type Config } from '@beaconpay/server/config';
import { readApiKeys } from '@beaconpay/server/platform/identity/key-files';
import { loadEnvironment } from './load-environment.ts';
import { PROJECT_DIR } from './project-dir.ts';

function readConfig(): Config {
  try {
    return loadConfig(environment);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const environment = loadEnvironment();
const config = readConfig();
const kept = await readApiKeys(config.dataDir);

const start = (command: string, commandArguments: string[], cwd: string): ChildProcess =>
  spawn(command, commandArguments, {
    cwd,
    stdio: 'inherit',
    env: {
      ...environment,
      BEACONPAY_API: `http://127.0.0.1:${String(config.http.port)}`,
      VITE_SUPABASE_PUBLISHABLE_KEY: config.keys.publishableKey ?? kept.publishableKey,
      VITE_SUPABASE_PROVIDERS: config.auth.providers.map(({ name }) => name).join(','),
      VITE_CAPTCHA_PROVIDER: config.auth.captcha?.provider,
      VITE_CAPTCHA_SITE_KEY: config.auth.captcha?.siteKey,
    },
  });

const watched = ['apps/server/src', 'apps/server/migrations', 'supabase/migrations', 'scripts'];
const children = [
  start(
    process.execPath,
    [
      '--watch-preserve-output',
      ...watched.map((path) => `--watch-path=${path}`),
      'scripts/dev-server.ts',
    ],
    PROJECT_DIR,
  ),
  start(
    process.execPath,
    [join(PROJECT_DIR, 'node_modules/vite/bin/vite.js')],
    join(PROJECT_DIR, 'apps/web'),
  ),
];

// The terminal sends Ctrl-C to the children. When one child ends, the other is stopped.
for (const child of children) {
  child.once('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
  });
}
