import type { Config } from '@beaconpay/server/config';
import { runSeedFiles } from '@beaconpay/server/migrations/migrate';
import { readSeedFiles } from '@beaconpay/server/migrations/seed-files';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import { createLogger } from '@beaconpay/server/platform/logger';

interface DemoAccount {
  readonly id: string;
  readonly email: string;
  readonly description: string;
}

/** The accounts of supabase/seed.sql. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 'de000000-0000-4000-8000-000000000001',
    email: 'personal@beaconpay.example',
    description: 'a personal account with records in every state',
  },
  {
    id: 'de000000-0000-4000-8000-000000000002',
    email: 'business@beaconpay.example',
    description: 'a business account',
  },
  {
    id: 'de000000-0000-4000-8000-000000000003',
    email: 'demo-admin@beaconpay.example',
    description: 'an administrator (/admin/login)',
  },
];

/** The public password of all demo accounts. */
export const DEMO_PASSWORD = 'beacon-demo-2026';

/**
 * Why a database must not get the demo accounts, or null.
 *
 * @param environment the environment that `config` was loaded from
 */
export function whyNotForDemoData(
  config: Config,
  environment: Readonly<NodeJS.ProcessEnv>,
): string | null {
  if (config.isDevelopment) return null;
  if (environment.NODE_ENV === 'production') return 'NODE_ENV is production';
  if (config.database.url !== null) return 'DATABASE_URL is set';
  return 'HOST, TRUST_PROXY or PUBLIC_URL make the server available to other machines';
}

/**
 * Loads the seed files of the project, unless the demo accounts are there already.
 *
 * @returns whether it loaded them
 * @throws Error when another account has the email address of a demo account
 */
export async function loadDemoData(
  connection: ConnectionSettings,
  { supabaseDir, data }: Config,
): Promise<boolean> {
  const files = await readSeedFiles(supabaseDir, data.seedPaths, createLogger('warn'));
  if (files.length === 0) throw new Error('[db.seed] of supabase/config.toml names no file.');
  return withConnection(connection, 'backend-seed', async (sql) => {
    const found = await sql<{ id: string; email: string | null }[]>`
      select id, email from auth.users
      where id::text = any(${DEMO_ACCOUNTS.map(({ id }) => id)})
        or email = any(${DEMO_ACCOUNTS.map(({ email }) => email)})`;
    const ids = new Set(found.map(({ id }) => id));
    if (DEMO_ACCOUNTS.every(({ id }) => ids.has(id))) return false;
    const taken = DEMO_ACCOUNTS.filter((account) =>
      found.some(({ id, email }) => email === account.email && id !== account.id),
    ).map(({ email }) => email);
    if (taken.length > 0) {
      throw new Error(
        `Another account has the address of a demo account (${taken.join(', ')}). ` +
          'Change its address, or set DATA_DIR to a new folder and start the server once.',
      );
    }
    await runSeedFiles(sql, files);
    return true;
  });
}
