import {
  withConnection,
  connectionAs,
  type ConnectionSettings,
} from '../../platform/database/connection.ts';
import { CRON_ROLES } from '../../platform/database/service-roles.ts';
import { poll } from '../../platform/runtime/poll.ts';

const CHECK_EVERY_MS = 100;

/**
 * Ends the sessions of jobs that another process has started. Only jobs log in as these roles, so the sessions of a
 * process that hangs are found as well as those of one that has died.
 *
 * @param signal ends the wait for them
 */
export async function endOrphanedSessions(
  owner: ConnectionSettings,
  signal: AbortSignal,
): Promise<void> {
  for (const role of CRON_ROLES) {
    await withConnection(connectionAs(owner, role), 'backend-cron', (sql) =>
      poll(
        async () => {
          const left = await sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = session_user
              and pid <> pg_backend_pid()`;
          return left.length === 0 ? true : null;
        },
        { minDelayMs: CHECK_EVERY_MS, signal },
      ),
    );
  }
}
