import type { Sql } from '../../platform/database/connection.ts';
import { classifyDatabaseError } from '../../platform/database/error-class.ts';
import type { Logger } from '../../platform/logger.ts';
import { retry } from '../../platform/runtime/retry.ts';
import type { Result } from './send-request.ts';

const MAX_RETRY_MS = 5_000;

interface Stored extends Result {
  readonly id: string;
}

/** Stores responses. Those that arrive during a statement are stored together by the next one. */
export class ResponseStore {
  readonly #sql: Sql;
  readonly #logger: Logger;
  readonly #signal: AbortSignal;
  #pending: Stored[] = [];
  #storing: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** @param signal aborts when the server stops. Then nothing is retried. */
  constructor(sql: Sql, logger: Logger, signal: AbortSignal) {
    this.#sql = sql;
    this.#logger = logger;
    this.#signal = signal;
  }

  /** Resolves when the response is stored, or when the server stops before that. */
  add(id: string, result: Result): Promise<void> {
    this.#pending.push({ id, ...result });
    this.#next ??= this.#storeNext();
    return this.#next;
  }

  async #storeNext(): Promise<void> {
    await this.#storing;
    const responses = this.#pending;
    this.#pending = [];
    this.#next = null;
    this.#storing = this.#store(responses);
    await this.#storing;
  }

  async #store(responses: readonly Stored[]): Promise<void> {
    const insert = () => this.#sql`
      insert into net._http_response
        (id, status_code, content_type, headers, content, timed_out, error_msg)
      select id, status_code, content_type, nullif(headers, 'null'), content, timed_out, error_msg
      from jsonb_to_recordset(${this.#sql.json(responses)}) as response (
        id bigint, status_code int, content_type text, headers jsonb, content text,
        timed_out boolean, error_msg text
      )`;
    const warn = (error: unknown): void =>
      this.#logger.warn({ err: error }, 'net: failed to store responses');
    const insertWhenAvailable = async (): Promise<void> => {
      try {
        await insert();
      } catch (error) {
        if (classifyDatabaseError(error) === 'unavailable') throw error;
        // Another attempt would fail too.
        warn(error);
      }
    };
    if (this.#signal.aborted) await insertWhenAvailable().catch(warn);
    else {
      await retry(insertWhenAvailable, {
        maxDelayMs: MAX_RETRY_MS,
        signal: this.#signal,
        onError: warn,
      });
    }
  }
}
