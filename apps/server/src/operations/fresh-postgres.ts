import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSettings } from '../platform/database/connection.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';

/** Runs the work on an empty Postgres, which is removed afterwards. */
export async function withFreshPostgres<T>(
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-fresh-'));
  // Postgres may run as another user, who needs access to its folder inside this one.
  await chmod(dir, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({
      clusterDir: join(dir, 'cluster'),
      password: 'short-lived',
      ephemeral: true,
    });
    try {
      return await work(postgres.connection);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
