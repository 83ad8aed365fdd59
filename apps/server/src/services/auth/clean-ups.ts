import type { Clock } from '../../platform/clock.ts';
import type { CleanUp } from '../../platform/shared/clean-up.ts';

const DAY_MS = 24 * 3600 * 1000;
/** An ended session is kept as long as a retired token of it may turn up again. */
const ENDED_SESSION_KEPT_MS = 7 * DAY_MS;
const DEVICE_KEPT_MS = 400 * DAY_MS;

/** What the service forgets every hour. */
export function createCleanUps(clock: Clock): CleanUp[] {
  const ago = (durationMs: number) => new Date(clock.now().getTime() - durationMs);
  return [
    {
      name: 'auth:clean-up',
      cron: '17 * * * *',
      async run(sql) {
        await sql`delete from beaconpay_auth.one_time_tokens where expires_at < ${ago(0)}`;
        await sql`delete from beaconpay_auth.outbox where created_at < ${ago(DAY_MS)}`;
        await sql`
          delete from beaconpay_auth.sign_in_failures where last_failed_at < ${ago(DAY_MS)}`;
        await sql`
          delete from beaconpay_auth.known_devices where last_seen_at < ${ago(DEVICE_KEPT_MS)}`;
        await sql`delete from auth.flow_state where created_at < ${ago(DAY_MS)}`;
        await sql`delete from auth.sessions where not_after < ${ago(ENDED_SESSION_KEPT_MS)}`;
      },
    },
  ];
}
