import { randomUUID } from 'node:crypto';
import type { ConnectionSettings } from './connection-settings.ts';
import { openPool, type Sql } from './connection.ts';

const MARK = 'backend.session_check';

/** The mark that this session has set, or null in another session. */
async function readMark(sql: Sql): Promise<string | null> {
  const [row] = await sql.unsafe<{ mark: string | null }[]>(
    `select current_setting('${MARK}', true) as mark`,
  );
  return row?.mark ?? null;
}

/**
 * Checks that a connection is always the same session of Postgres. Settings, prepared statements, LISTEN
 * and advisory locks belong to a session. A pooler in transaction mode would lose or share them.
 *
 * @throws Error when a pooler shares sessions
 */
export async function requireSessions(settings: ConnectionSettings): Promise<void> {
  const open = () => openPool(settings, { applicationName: 'backend-start', maxConnections: 1 });
  const [first, ...others] = [open(), open(), open()] as const;
  const mark = randomUUID();
  const isShared = async (): Promise<boolean> => {
    await first.unsafe(`select set_config('${MARK}', '${mark}', false)`);
    // Each open transaction occupies a session, so that a pooler reassigns the first one's session.
    for (const other of others) {
      await other.unsafe('begin');
      if ((await readMark(other)) === mark) return true;
      if ((await readMark(first)) !== mark) return true;
    }
    return false;
  };
  try {
    if (await isShared()) {
      throw new Error(
        'DATABASE_URL points to a pooler that gives each transaction another session. ' +
          'Point it to Postgres itself, or to a pooler in session mode.',
      );
    }
  } finally {
    await Promise.all([first, ...others].map((sql) => sql.end({ timeout: 1 })));
  }
}
