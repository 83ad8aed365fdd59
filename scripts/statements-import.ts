/**
 * `npm run statements:import -- <folder> [account] [currency] [--agent]`: imports the statements of a folder, for
 * example the folder of an SFTP server. The scheduler of the machine runs it.
 */
import { createClient } from '@supabase/supabase-js';
import type { Database } from '@beaconpay/database';
import { loadConfig } from '@beaconpay/server/config';
import { loadApiKeys } from '@beaconpay/server/platform/identity/key-files';
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { importFolder } from './import-folder.ts';
import { loadEnvironment } from './load-environment.ts';

/** The backend of the project on hosted Supabase if it is set, or this server. */
async function findBackend(): Promise<{ url: string; key: string }> {
  const environment = loadEnvironment();
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key } = environment;
  if (url !== undefined && key !== undefined) return { url, key };
  const { keys, dataDir, http } = loadConfig(environment);
  const { secretKey } = await loadApiKeys(keys, dataDir);
  return { url: url ?? http.siteUrl, key: secretKey };
}

const { words, flags } = readCommandLine({
  usage: 'statements:import -- <folder> [account] [currency] [--agent]',
  least: 1,
  most: 3,
  flags: ['agent'],
});
await runCommand(async () => {
  const [folder = '', account, currency] = words;
  const { url, key } = await findBackend();
  const backend = createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const refused = await importFolder(backend, folder, {
    source: flags.has('agent') ? 'agent' : 'statement',
    ...(account === undefined ? {} : { account }),
    ...(currency === undefined ? {} : { currency }),
  });
  // The scheduler reports a command that fails.
  if (refused > 0) process.exitCode = 1;
});
