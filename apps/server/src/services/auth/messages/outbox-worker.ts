import type { Sql, Transaction, Database } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { whenAborted } from '../../../platform/runtime/deadline.ts';
import type { Sealer } from '../../../platform/sealing.ts';
import type { Job, JobQueue, Jobs } from '../../../platform/shared/jobs.ts';
import type { SmsGateway } from '../../../platform/sms/sms-gateway.ts';
import { AuthError } from '../errors.ts';
import { composeMail, type MailContents, type MailTemplateSettings } from './mail-templates.ts';
import type { MessageRequest } from './message-request.ts';
import { MESSAGES, REQUESTS } from './outbox.ts';
import { composeSms, type SmsContents, type SmsTemplateSettings } from './sms-templates.ts';
import { readStoredRequest } from './stored-requests.ts';

/** Older messages are deleted: their codes and links have little time left. */
const MAX_MESSAGE_AGE_MS = 60 * 60_000;

interface WorkerDeps {
  readonly sql: Sql;
  readonly jobs: Pick<Jobs, 'work'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Null when no SMS provider is configured. */
  readonly sms: SmsGateway | null;
  readonly mailTemplates: MailTemplateSettings;
  readonly smsTemplates: SmsTemplateSettings;
  /** Processes a request in the transaction that deletes it from the outbox. */
  readonly processRequest: (sql: Transaction, request: MessageRequest) => Promise<void>;
}

/** The id of the outbox row, which is the only content of a job. */
function rowIdOf({ data }: Job): string {
  if (typeof data.id !== 'string') throw new Error('The job has no message id.');
  return data.id;
}

/** Rejects when the attempt expires, so that an unresponsive host does not occupy the worker. */
async function rejectOnAbort(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const aborted = whenAborted(signal).then(() => {
    throw new Error('The message was not delivered in time.');
  });
  await Promise.race([work, aborted]);
}

async function deliver(
  { mailer, sms, mailTemplates, smsTemplates }: WorkerDeps,
  content: MailContents | SmsContents,
): Promise<void> {
  if (content.kind !== 'text') return mailer.send(composeMail(content, mailTemplates));
  if (sms === null) throw new Error('No SMS provider is configured.');
  const message = composeSms(content, smsTemplates);
  return sms.kind === 'texts' ? sms.send(message) : sms.sendCode(message.to, message.channel);
}

async function deleteRow(db: Database, job: Job): Promise<void> {
  await db`delete from backend_auth.outbox where id = ${rowIdOf(job)}`;
}

/** The decrypted content of a job's row. Null when the row was deleted or is too old. */
async function readContent(
  { sealer, clock, logger }: WorkerDeps,
  db: Database,
  queue: JobQueue,
  job: Job,
): Promise<unknown> {
  const id = rowIdOf(job);
  const [row] = await db<{ sealed: Uint8Array; created_at: Date }[]>`
    select sealed, created_at from backend_auth.outbox where id = ${id}`;
  if (row === undefined) return null;
  if (clock.now().getTime() - row.created_at.getTime() > MAX_MESSAGE_AGE_MS) {
    logger.error({ queue: queue.name, jobId: job.id }, 'auth: deleted a message after an hour');
    await deleteRow(db, job);
    return null;
  }
  return sealer.open(id, row.sealed);
}

/** Deletes a delivered message, and the earlier tokens that its token replaces. */
async function deleteDelivered(sql: Sql, job: Job): Promise<void> {
  await sql`
    with delivered as (
      delete from backend_auth.outbox where id = ${rowIdOf(job)} returning token_id
    ), token as (
      select t.* from backend_auth.one_time_tokens t join delivered on delivered.token_id = t.id
    )
    delete from backend_auth.one_time_tokens older using token
    where older.user_id = token.user_id and older.slot = token.slot
      and older.sequence < token.sequence`;
}

async function sendMessage(deps: WorkerDeps, job: Job): Promise<void> {
  const content = await readContent(deps, deps.sql, MESSAGES, job);
  if (content === null) return;
  await rejectOnAbort(job.signal, deliver(deps, content as MailContents | SmsContents));
  await deleteDelivered(deps.sql, job);
}

async function processRequest(deps: WorkerDeps, job: Job): Promise<void> {
  const { sql, logger } = deps;
  try {
    await sql.begin(async (transaction) => {
      const content = await readContent(deps, transaction, REQUESTS, job);
      if (content === null) return;
      await deps.processRequest(transaction, readStoredRequest(content));
      await deleteRow(transaction, job);
    });
  } catch (error) {
    // A retry would violate the same database rule again.
    if (!(error instanceof AuthError) || error.code !== 'validation_failed') throw error;
    const details = { queue: REQUESTS.name, jobId: job.id };
    logger.warn(details, 'auth: dropped a message request that violates a database rule');
    await deleteRow(sql, job);
  }
}

/**
 * Starts the workers of the outbox. Delivery is at least once: when a process ends between delivery and
 * deletion, the message is sent again.
 */
export function startOutboxWorkers(deps: WorkerDeps): void {
  const start = (queue: JobQueue, handle: (deps: WorkerDeps, job: Job) => Promise<void>) => {
    deps.jobs
      .work(queue, (job) => handle(deps, job))
      .catch((error: unknown) => {
        const details = { err: error, queue: queue.name };
        deps.logger.error(details, 'auth: failed to start the workers of a queue');
      });
  };
  start(MESSAGES, sendMessage);
  start(REQUESTS, processRequest);
}
