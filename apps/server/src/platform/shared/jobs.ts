import type postgres from 'postgres';
import type { JsonObject } from '../json.ts';
import type { Sql } from '../database/connection.ts';

export interface JobQueue {
  /** Names the queue among all, such as `auth:messages`. */
  readonly name: string;
  /** How often a job that fails is tried again, with growing pauses, before it is given up. */
  readonly retryLimit: number;
  /** After how many seconds an attempt counts as failed. */
  readonly expireInS: number;
  /** How many jobs one process works on at a time. */
  readonly concurrency: number;
}

export interface Job {
  readonly id: string;
  readonly data: JsonObject;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborts when the attempt expires or the server stops. */
  readonly signal: AbortSignal;
}

/** Work that is kept in Postgres until it is done, by whichever process comes first. */
export interface Jobs {
  /** Adds a job as part of the caller's transaction: it exists exactly when that commits. */
  enqueue(sql: Sql | postgres.TransactionSql, queue: string, data: JsonObject): Promise<void>;
  /** Starts doing a queue's jobs; each is begun within moments of its commit. A job that throws is tried again. */
  work(queue: JobQueue, handle: (job: Job) => Promise<void>): Promise<void>;
  /** Does something on a schedule (cron, UTC), by one process at a time. */
  schedule(
    name: string,
    cron: string,
    handle: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  close(deadline: AbortSignal): Promise<void>;
}
