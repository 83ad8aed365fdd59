import { join } from 'node:path';
import { readIfThere } from '../../files.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import { SUPERUSER } from './initialize-cluster.ts';

/** Connects as the owner of the embedded Postgres, which listens on loopback only. */
export function embeddedConnection(port: number, password: string): ConnectionSettings {
  return {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: SUPERUSER,
    password,
    sslMode: 'disable',
  };
}

/**
 * How another process of this machine connects to the embedded Postgres of a data folder. The port is
 * on the fourth line of postmaster.pid. A killed Postgres leaves that file behind.
 *
 * @returns null when no Postgres seems to run
 */
export async function findEmbeddedConnection(dataDir: string): Promise<ConnectionSettings | null> {
  const postmaster = await readIfThere(join(dataDir, 'postgres', 'postmaster.pid'));
  const secrets = await readIfThere(join(dataDir, 'database.json'));
  if (postmaster === null || secrets === null) return null;
  const { password } = JSON.parse(secrets) as { password: string };
  return embeddedConnection(Number(postmaster.split('\n')[3]), password);
}
