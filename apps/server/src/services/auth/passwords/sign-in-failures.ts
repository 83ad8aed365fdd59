import type { UserRow } from '../accounts/user-row.ts';
import { UNKNOWN_ACTOR, recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';

/** The number of wrong passwords without a delay. Each further one doubles the delay. */
const FREE_FAILURES = 10;
const FIRST_PAUSE_S = 1;
const MAX_PAUSE_S = 15 * 60;
/** The count is reset after this time without a wrong password. */
const FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;

interface Failure {
  readonly subject: Uint8Array;
  /** Null for an unknown address. It is counted equally, so that a delay does not disclose accounts. */
  readonly user: Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'> | null;
  readonly client: ClientDetails;
}

/**
 * Counts a wrong password and delays the next attempts, in one transaction with the audit entry and, when it
 * looks like an attack, the mail to the owner.
 */
export async function recordWrongPassword(auth: AuthContext, failure: Failure): Promise<void> {
  const { subject, user, client } = failure;
  const now = auth.clock.now();
  const forgottenBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await auth.sql.begin(async (sql) => {
    const [counted] = await sql<{ failures: number }[]>`
      insert into backend_auth.sign_in_failures as f (subject, failures, last_failed_at)
      values (${subject}, 1, ${now})
      on conflict (subject) do update set
        failures = case when f.last_failed_at < ${forgottenBefore} then 1 else f.failures + 1 end,
        last_failed_at = ${now},
        blocked_until = case
          when f.last_failed_at < ${forgottenBefore} or f.failures + 1 < ${FREE_FAILURES} then null
          else ${now}::timestamptz + make_interval(secs => least(
            ${FIRST_PAUSE_S} * power(2, least(f.failures + 1 - ${FREE_FAILURES}, 30)),
            ${MAX_PAUSE_S}
          ))
        end
      returning failures`;
    await recordAction(sql, { action: 'login_failed', actor: user ?? UNKNOWN_ACTOR, client, now });
    if (user !== null && counted?.failures === FREE_FAILURES) {
      await sendNotice(auth, sql, 'wrong_passwords', user, { now, client });
    }
  });
}
