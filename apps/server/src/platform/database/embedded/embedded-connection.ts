import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionSettings } from '../connection.ts';

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * How another process of this machine reaches the embedded Postgres of a data
 * folder; null when none seems to run. The port stands on the fourth line of
 * postmaster.pid, which a Postgres that was killed leaves behind.
 */
export async function findEmbeddedConnection(dataDir: string): Promise<ConnectionSettings | null> {
  const postmaster = await readIfThere(join(dataDir, 'postgres', 'postmaster.pid'));
  const secrets = await readIfThere(join(dataDir, 'database.json'));
  if (postmaster === null || secrets === null) return null;
  return {
    host: '127.0.0.1',
    port: Number(postmaster.split('\n')[3]),
    database: 'postgres',
    username: 'supabase_admin',
    password: (JSON.parse(secrets) as { password: string }).password,
    sslMode: 'disable',
  };
}
