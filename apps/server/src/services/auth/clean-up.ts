import type { Sql } from '../../platform/database/connection.ts';
import type { CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';

/** The number of rows per statement, so that no lock lasts long. */
const BATCH_ROWS = 1000;
/** Longer than a client returns after an end. */
const ENDED_KEPT_S = 7 * 24 * 3600;
const FLOW_KEPT_S = 24 * 3600;
const MESSAGE_KEPT_S = 2 * 3600;
const FAILURE_KEPT_S = 24 * 3600;
/** A user who returns once a year is still recognized. */
const DEVICE_KEPT_S = 400 * 24 * 3600;

/** Repeats a statement that deletes a batch until a batch is not full. */
async function deleteInBatches(
  deleteBatch: () => PromiseLike<{ readonly count: number }>,
): Promise<void> {
  for (let count = BATCH_ROWS; count >= BATCH_ROWS;) ({ count } = await deleteBatch());
}

/**
 * The clean-up jobs of this service. Rows that a request has locked are left for the next run, so that
 * neither waits for the other.
 */
export function createAuthCleanUps(): CleanUp[] {
  return [
    {
      name: 'auth:sessions',
      cron: '7 3 * * *',
      // A session has ended at its own end, or when its last token was revoked.
      run: (sql) =>
        deleteInBatches(
          () => sql`
            delete from auth.sessions where id in (
              select s.id from auth.sessions s
              where s.not_after < now() - make_interval(secs => ${ENDED_KEPT_S})
                or s.created_at < now() - make_interval(secs => ${ENDED_KEPT_S})
                  and not exists (
                    select from auth.refresh_tokens t where t.session_id = s.id
                      and (t.revoked is not true
                        or t.updated_at >= now() - make_interval(secs => ${ENDED_KEPT_S}))
                  )
              limit ${BATCH_ROWS} for update of s skip locked
            )`,
        ),
    },
    {
      name: 'auth:refresh-tokens',
      cron: '17 3 * * *',
      // The parent of a valid token is needed to find it, however old the parent is.
      run: (sql) =>
        deleteInBatches(
          () => sql`
            delete from auth.refresh_tokens where id in (
              select t.id from auth.refresh_tokens t
              where t.revoked and t.updated_at < now() - make_interval(secs => ${ENDED_KEPT_S})
                and not exists (
                  select from auth.refresh_tokens active
                  where active.session_id = t.session_id and active.parent = t.token
                    and active.revoked is not true
                )
              limit ${BATCH_ROWS} for update of t skip locked
            )`,
        ),
    },
    {
      name: 'auth:one-time-tokens',
      cron: '27 3 * * *',
      run: (sql) => forget(sql, 'backend_auth.one_time_tokens', 'id', 'expires_at', 0),
    },
    {
      name: 'auth:messages',
      cron: '47 * * * *',
      // A message that was not sent within an hour is no longer useful.
      run: (sql) => forget(sql, 'backend_auth.outbox', 'id', 'created_at', MESSAGE_KEPT_S),
    },
    {
      name: 'auth:sign-in-failures',
      cron: '57 * * * *',
      async run(sql) {
        await forget(
          sql,
          'backend_auth.sign_in_failures',
          'subject',
          'last_failed_at',
          FAILURE_KEPT_S,
        );
        await forget(sql, 'backend_auth.known_devices', 'ctid', 'last_seen_at', DEVICE_KEPT_S);
      },
    },
    {
      name: 'auth:flows',
      cron: '37 3 * * *',
      async run(sql) {
        for (const table of ['flow_state', 'saml_relay_states', 'mfa_challenges']) {
          await forget(sql, `auth.${table}`, 'id', 'created_at', FLOW_KEPT_S);
        }
        await forget(sql, 'backend_auth.provider_flows', 'state_hash', 'expires_at', FLOW_KEPT_S);
        await forget(sql, 'backend_auth.passkey_challenges', 'id', 'expires_at', 0);
        await forget(sql, 'backend_auth.used_assertions', 'assertion_hash', 'expires_at', 0);
      },
    },
  ];
}

/** Deletes rows by the time of their end, which is in a column of its own. */
function forget(sql: Sql, table: string, key: string, since: string, keptS: number): Promise<void> {
  return deleteInBatches(
    () => sql`
      delete from ${sql(table)} where ${sql(key)} in (
        select ${sql(key)} from ${sql(table)}
        where ${sql(since)} < now() - make_interval(secs => ${keptS})
        limit ${BATCH_ROWS} for update skip locked
      )`,
  );
}
