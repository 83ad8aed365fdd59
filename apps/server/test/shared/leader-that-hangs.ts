/** A process that leads and writes continuously. It reports the reason when it stops. */
import {
  connectionAs,
  openPool,
  type ConnectionSettings,
} from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { requireLease } from '../../src/platform/shared/leadership.ts';
import { startLeadership } from './start-shared-parts.ts';

process.once('message', (owner: ConnectionSettings) => {
  const sql = openPool(connectionAs(owner, SHARED_STATE_ROLE), {
    applicationName: 'test-hanging',
    maxConnections: 1,
  });
  startLeadership(owner, 'test-hanging').lead('test:hanging', async (lead) => {
    try {
      // Until a statement fails because the lease is lost.
      for (let n = 0; ; n += 1) {
        await sql`
          with lease as materialized (${requireLease(sql, lead)})
          insert into public.led select ${process.pid}, ${n} from lease`;
      }
    } catch (error) {
      process.send?.((error as Error).message);
    }
  });
});
