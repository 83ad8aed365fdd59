import type { ConnectionSettings, Sql } from '../../platform/database/connection.ts';
import { DatabaseError } from '../../platform/database/wire/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { retry } from '../../platform/runtime/retry.ts';
import type { Lead } from '../../platform/shared/leadership.ts';
import { openJobSession, type JobSession } from './job-session.ts';
import { describeError, describeResult } from './return-message.ts';

const MAX_RETRY_MS = 2_000;

interface Run {
  readonly run: string | null;
  readonly username: string;
  readonly command: string;
  readonly runner: string | null;
}

interface Outcome {
  readonly status: 'succeeded' | 'failed';
  readonly message: string;
  /** The SQLSTATE of a failed statement. */
  readonly code?: string | undefined;
}

export interface JobRunnerDeps {
  /** The settings from which the login of the job's role is derived. */
  readonly owner: ConnectionSettings;
  /** Logs in as the role of shared state. */
  readonly sql: Sql;
  readonly logger: Logger;
}

/** Cancels a run whose job was removed or switched off. */
export class JobCanceled extends Error {}

/** Whether the run was canceled because the server stops or another process leads. */
const isInterrupted = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof JobCanceled);

/**
 * Runs the command of a job once, and records it.
 *
 * Consistency: a new leader first marks the open runs as failed and then ends the sessions of jobs. A run without a
 * session reads its status before it starts, so no command of the old leader starts after a takeover.
 *
 * @param signal cancels the command. With the reason `JobCanceled` the run is recorded as canceled.
 */
export async function runJob(
  { owner, sql, logger }: JobRunnerDeps,
  lead: Lead,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const [begun] = await sql<Run[]>`
    select * from backend_cron.begin_run(${lead.name}, ${lead.holder}::uuid, ${jobId}::bigint)`;
  const runId = begun?.run ?? null;
  if (begun === undefined || runId === null) return;
  const outcome = await execute({ owner, sql, logger }, { ...begun, run: runId }, jobId, signal);
  if (outcome === null) return;
  const fields = { jobId, runId, code: outcome.code };
  if (outcome.status === 'succeeded') logger.debug(fields, 'cron: job succeeded');
  else if (isInterrupted(signal)) logger.debug(fields, 'cron: job interrupted');
  else logger.warn(fields, 'cron: job failed');
  // After a takeover, the run has ended already.
  const record = () => sql`
    update cron.job_run_details
    set status = ${outcome.status}, return_message = ${outcome.message}, end_time = clock_timestamp()
    where runid = ${runId}::bigint and status in ('starting', 'running')`;
  const warn = (error: unknown): void =>
    logger.warn({ err: error, jobId, runId }, 'cron: failed to record a result');
  if (lead.signal.aborted) await record().catch(warn);
  else await retry(record, { maxDelayMs: MAX_RETRY_MS, signal: lead.signal, onError: warn });
}

/** @returns null when another process has taken over */
async function execute(
  { owner, sql }: JobRunnerDeps,
  { run, username, command, runner }: Run & { readonly run: string },
  jobId: string,
  signal: AbortSignal,
): Promise<Outcome | null> {
  if (runner === null) {
    return { status: 'failed', message: `role "${username}" can not run jobs` };
  }
  let session: JobSession | null = null;
  try {
    session = await openJobSession(owner, { runner, username, name: `cron job ${jobId}` });
    const started = await sql`
      update cron.job_run_details
      set status = 'running', job_pid = ${session.processId}, start_time = clock_timestamp()
      where runid = ${run}::bigint and status = 'starting'
      returning runid`;
    if (started.length === 0) return null;
    return { status: 'succeeded', message: describeResult(await session.run(command, signal)) };
  } catch (error) {
    const isCanceled = signal.aborted && !isInterrupted(signal);
    const message = isCanceled ? 'job canceled' : describeError(error);
    const code = error instanceof DatabaseError ? error.code : undefined;
    return { status: 'failed', message, code };
  } finally {
    session?.close();
  }
}
