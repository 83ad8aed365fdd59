import type { Sql } from '../../platform/database/connection.ts';
import type { CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';

/** The rows per statement. Small batches hold their locks briefly. */
const BATCH_ROWS = 1000;
/** Longer than a client can still use an ended session. */
const ENDED_RETENTION_S = 7 * 24 * 3600;
const FLOW_RETENTION_S = 24 * 3600;
const MESSAGE_RETENTION_S = 2 * 3600;
const SIGN_IN_FAILURE_RETENTION_S = 24 * 3600;
/** Long enough to recognize a device that signs in once a year. */
const DEVICE_RETENTION_S = 400 * 24 * 3600;

/** Runs a statement that deletes one batch until a batch is not full. */
async function deleteInBatches(
  deleteBatch: () => PromiseLike<{ readonly count: number }>,
): Promise<void> {
  for (let count = BATCH_ROWS; count >= BATCH_ROWS;) ({ count } = await deleteBatch());
}

/** Deletes rows whose time in a column is older than the retention. */
function deleteOlderThan(
  sql: Sql,
  [table, key, timeColumn]: readonly [table: string, key: string, timeColumn: string],
  retentionS: number,
): Promise<void> {
  return deleteInBatches(
    () => sql`
      delete from ${sql(table)} where ${sql(key)} in (
        select ${sql(key)} from ${sql(table)}
        where ${sql(timeColumn)} < now() - make_interval(secs => ${retentionS})
        limit ${BATCH_ROWS} for update skip locked
      )`,
  );
}

/** Deletes sessions that have expired, and sessions whose last refresh token was revoked. */
function deleteEndedSessions(sql: Sql): Promise<void> {
  return deleteInBatches(
    () => sql`
      delete from auth.sessions where id in (
        select s.id from auth.sessions s
        where s.not_after < now() - make_interval(secs => ${ENDED_RETENTION_S})
          or s.created_at < now() - make_interval(secs => ${ENDED_RETENTION_S})
            and not exists (
              select from auth.refresh_tokens t where t.session_id = s.id
                and (t.revoked is not true
                  or t.updated_at >= now() - make_interval(secs => ${ENDED_RETENTION_S}))
            )
        limit ${BATCH_ROWS} for update of s skip locked
      )`,
  );
}

/** Deletes revoked refresh tokens, except the parent of an active token. */
function deleteRevokedTokens(sql: Sql): Promise<void> {
  return deleteInBatches(
    () => sql`
      delete from auth.refresh_tokens where id in (
        select t.id from auth.refresh_tokens t
        where t.revoked and t.updated_at < now() - make_interval(secs => ${ENDED_RETENTION_S})
          and not exists (
            select from auth.refresh_tokens active
            where active.session_id = t.session_id and active.parent = t.token
              and active.revoked is not true
          )
        limit ${BATCH_ROWS} for update of t skip locked
      )`,
  );
}

async function deleteSignInRecords(sql: Sql): Promise<void> {
  const failures = ['backend_auth.sign_in_failures', 'subject', 'last_failed_at'] as const;
  await deleteOlderThan(sql, failures, SIGN_IN_FAILURE_RETENTION_S);
  const devices = ['backend_auth.known_devices', 'ctid', 'last_seen_at'] as const;
  await deleteOlderThan(sql, devices, DEVICE_RETENTION_S);
}

async function deleteFlows(sql: Sql): Promise<void> {
  for (const table of ['flow_state', 'saml_relay_states', 'mfa_challenges']) {
    await deleteOlderThan(sql, [`auth.${table}`, 'id', 'created_at'], FLOW_RETENTION_S);
  }
  const providerFlows = ['backend_auth.provider_flows', 'state_hash', 'expires_at'] as const;
  await deleteOlderThan(sql, providerFlows, FLOW_RETENTION_S);
  await deleteOlderThan(sql, ['backend_auth.passkey_challenges', 'id', 'expires_at'], 0);
  const assertions = ['backend_auth.used_assertions', 'assertion_hash', 'expires_at'] as const;
  await deleteOlderThan(sql, assertions, 0);
}

/** The scheduled deletions of expired data. Rows that a request has locked are skipped until the next run. */
export function createAuthCleanUps(): CleanUp[] {
  return [
    { name: 'auth:sessions', cron: '7 3 * * *', run: deleteEndedSessions },
    { name: 'auth:refresh-tokens', cron: '17 3 * * *', run: deleteRevokedTokens },
    {
      name: 'auth:one-time-tokens',
      cron: '27 3 * * *',
      run: (sql) => deleteOlderThan(sql, ['backend_auth.one_time_tokens', 'id', 'expires_at'], 0),
    },
    {
      name: 'auth:messages',
      cron: '47 * * * *',
      run: (sql) =>
        deleteOlderThan(sql, ['backend_auth.outbox', 'id', 'created_at'], MESSAGE_RETENTION_S),
    },
    { name: 'auth:sign-in-failures', cron: '57 * * * *', run: deleteSignInRecords },
    { name: 'auth:flows', cron: '37 3 * * *', run: deleteFlows },
  ];
}
