import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Sealer } from '../../../platform/sealing.ts';
import type { JobQueue, Jobs } from '../../../platform/shared/jobs.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { MailContents } from './mail-templates.ts';
import type { MessageRequest } from './message-request.ts';
import type { SmsContents } from './sms-templates.ts';

/** With the backoff of the queue, 13 retries take about an hour. */
const RETRY_LIMIT = 13;

/** Emails and SMS that are ready to be sent. */
export const MESSAGES: JobQueue = {
  name: 'auth:messages',
  retryLimit: RETRY_LIMIT,
  expireInS: 60,
  concurrency: 4,
};

/** Requests for a message. The worker creates the message if the address has an account. */
export const REQUESTS: JobQueue = {
  name: 'auth:link-requests',
  retryLimit: RETRY_LIMIT,
  expireInS: 60,
  concurrency: 2,
};

interface Owner {
  readonly userId: string;
  /** The token that the message contains. Deleting the token deletes the message. */
  readonly tokenId?: string;
}

/**
 * Queues messages in the caller's transaction, encrypted. A worker sends them after the commit and deletes
 * them. A request for a message is queued too, so that its response does not depend on the account.
 */
export interface Outbox {
  enqueueEmail(sql: Database, email: MailContents, owner: Owner): Promise<void>;
  enqueueSms(sql: Database, sms: SmsContents, owner: Owner): Promise<void>;
  enqueueRequest(sql: Database, request: MessageRequest): Promise<void>;
}

interface OutboxDeps {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export function createOutbox({ jobs, sealer, clock }: OutboxDeps): Outbox {
  const enqueue = async (
    sql: Database,
    queue: JobQueue,
    content: object,
    { userId, tokenId }: Partial<Owner>,
  ): Promise<void> => {
    const id = randomUUID();
    await sql`
      insert into backend_auth.outbox (id, user_id, token_id, sealed, created_at)
      values (${id}, ${userId ?? null}, ${tokenId ?? null}, ${sealer.seal(id, content)},
        ${clock.now()})`;
    await jobs.enqueue(sql, queue.name, { id });
  };
  return {
    enqueueEmail: (sql, email, owner) => enqueue(sql, MESSAGES, email, owner),
    enqueueSms: (sql, sms, owner) => enqueue(sql, MESSAGES, sms, owner),
    enqueueRequest: (sql, request) => enqueue(sql, REQUESTS, request, {}),
  };
}
