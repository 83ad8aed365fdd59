import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { SmsGateway } from '../../../platform/sms/sms-gateway.ts';
import type { Job, JobQueue, Jobs } from '../../../platform/shared/jobs.ts';
import { whenAborted } from '../../../platform/runtime/deadline.ts';
import type { Database } from '../database.ts';
import { AuthError } from '../errors.ts';
import { composeMail, type MailContents, type MailFrame } from './mail-templates.ts';
import type { MessageRequest } from './message-request.ts';
import type { Sealer } from '../../../platform/sealing.ts';
import { composeText, type TextContents, type TextFrame } from './text-templates.ts';

/** 13 retries with growing delays take about an hour. An older message is useless. */
const MESSAGES: JobQueue = {
  name: 'auth:messages',
  retryLimit: 13,
  expireInS: 60,
  concurrency: 4,
};
const REQUESTS: JobQueue = {
  name: 'auth:link-requests',
  retryLimit: 13,
  expireInS: 60,
  concurrency: 2,
};
const MAX_MESSAGE_AGE_MS = 60 * 60_000;

interface Addressee {
  readonly userId: string;
  /** The token of the mail. When the token is deleted, the mail is, too. */
  readonly tokenId?: string;
}

/**
 * Work that follows a commit: mails to send, and message requests, whose response must not wait for the
 * account to be read. Rows are written in the caller's transaction, encrypted, and deleted when done.
 */
export interface Outbox {
  enqueueMail(sql: Database, mail: MailContents, addressee: Addressee): Promise<void>;
  enqueueText(sql: Database, text: TextContents, addressee: Addressee): Promise<void>;
  enqueueRequest(sql: Database, request: MessageRequest): Promise<void>;
}

interface OutboxDeps {
  readonly sql: Sql;
  readonly jobs: Pick<Jobs, 'enqueue' | 'work'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export function createOutbox({ jobs, sealer, clock }: OutboxDeps): Outbox {
  const post = async (
    sql: Database,
    queue: JobQueue,
    content: object,
    { userId, tokenId }: Partial<Addressee>,
  ): Promise<void> => {
    const id = randomUUID();
    await sql`
      insert into backend_auth.outbox (id, user_id, token_id, sealed, created_at)
      values (${id}, ${userId ?? null}, ${tokenId ?? null}, ${sealer.seal(id, content)},
        ${clock.now()})`;
    await jobs.enqueue(sql, queue.name, { id });
  };
  return {
    enqueueMail: (sql, mail, addressee) => post(sql, MESSAGES, mail, addressee),
    enqueueText: (sql, text, addressee) => post(sql, MESSAGES, text, addressee),
    enqueueRequest: (sql, request) => post(sql, REQUESTS, request, {}),
  };
}

interface OutboxWork extends OutboxDeps {
  readonly mailer: Mailer;
  /** Null when no SMS provider is configured. */
  readonly sms: SmsGateway | null;
  readonly frame: MailFrame;
  readonly textFrame: TextFrame;
  readonly logger: Logger;
  /** Handles a request in the transaction that deletes it. */
  readonly fulfil: (sql: postgres.TransactionSql, request: MessageRequest) => Promise<void>;
}

/** The outbox row of a job. The queue contains only its id. */
function outboxIdOf({ data }: Job): string {
  if (typeof data.id !== 'string') throw new Error('The job contains no message id.');
  return data.id;
}

/** Rejects at the end of the attempt, so that a host that does not respond is abandoned. */
async function within(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const over = whenAborted(signal).then(() => {
    throw new Error('The provider did not accept the message in time.');
  });
  await Promise.race([work, over]);
}

async function deliver(
  { mailer, sms, frame, textFrame }: OutboxWork,
  content: MailContents | TextContents,
): Promise<void> {
  if (content.kind !== 'text') return mailer.send(composeMail(content, frame));
  if (sms === null) throw new Error('No SMS provider is configured.');
  const text = composeText(content, textFrame);
  return sms.kind === 'texts' ? sms.send(text) : sms.sendCode(text.to, text.channel);
}

/** Processes the outbox. A mail is sent at least once: twice when a process ends in between. */
export function processOutbox(work: OutboxWork): void {
  const { sql, jobs, sealer, clock, logger } = work;

  const open = async (db: Database, job: Job): Promise<unknown> => {
    const id = outboxIdOf(job);
    const [row] = await db<{ sealed: Uint8Array; created_at: Date }[]>`
      select sealed, created_at from backend_auth.outbox where id = ${id}`;
    // The account or the token was deleted, or another process has sent the message.
    if (row === undefined) return null;
    if (clock.now().getTime() - row.created_at.getTime() > MAX_MESSAGE_AGE_MS) {
      logger.error(
        { queue: MESSAGES.name, jobId: job.id },
        'auth: message not sent within an hour, deleted',
      );
      await db`delete from backend_auth.outbox where id = ${id}`;
      return null;
    }
    return sealer.open(id, row.sealed);
  };

  /**
   * Deletes the message and invalidates earlier tokens of the same purpose, because the newer mail is sent.
   */
  const finish = async (job: Job): Promise<void> => {
    await sql`
      with done as (
        delete from backend_auth.outbox where id = ${outboxIdOf(job)} returning token_id
      ), token as (
        select t.* from backend_auth.one_time_tokens t join done on done.token_id = t.id
      )
      delete from backend_auth.one_time_tokens older using token
      where older.user_id = token.user_id and older.slot = token.slot
        and older.sequence < token.sequence`;
  };

  const send = async (job: Job): Promise<void> => {
    const content = await open(sql, job);
    if (content === null) return;
    await within(job.signal, deliver(work, content as MailContents | TextContents));
    await finish(job);
  };

  const fulfil = (job: Job): Promise<void> =>
    sql.begin(async (transaction) => {
      const request = await open(transaction, job);
      if (request === null) return;
      await work.fulfil(transaction, request as MessageRequest);
      await transaction`delete from backend_auth.outbox where id = ${outboxIdOf(job)}`;
    });

  /** A request that a rule of the database rejects would be rejected each time. */
  const fulfilOrDrop = async (job: Job): Promise<void> => {
    try {
      await fulfil(job);
    } catch (error) {
      const isRule = error instanceof AuthError && error.code === 'validation_failed';
      if (!isRule) throw error;
      logger.warn(
        { queue: REQUESTS.name, jobId: job.id },
        'auth: message request rejected by the database, deleted',
      );
      await sql`delete from backend_auth.outbox where id = ${outboxIdOf(job)}`;
    }
  };

  const start = (queue: JobQueue, handle: (job: Job) => Promise<void>) => {
    jobs.work(queue, handle).catch((error: unknown) => {
      logger.error({ err: error, queue: queue.name }, 'auth: failed to start the message queue');
    });
  };
  start(MESSAGES, send);
  start(REQUESTS, fulfilOrDrop);
}
