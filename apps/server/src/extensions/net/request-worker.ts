import type { Sql } from '../../platform/database/connection.ts';
import type { Logger } from '../../platform/logger.ts';
import { whenAborted } from '../../platform/runtime/deadline.ts';
import { pause } from '../../platform/runtime/pause.ts';
import { createWakeUp } from '../../platform/runtime/wake-up.ts';
import { ResponseStore } from './response-store.ts';
import { sendRequest, type Network, type QueuedRequest } from './send-request.ts';

/** Bounds the memory and the sockets of this process, as the batches of pg_net do. */
const MAX_IN_FLIGHT = 200;
/** An origin that does not respond occupies only this part of the requests in flight. */
const MAX_PER_ORIGIN = 50;
const MAX_BODY_BYTES = 16_777_216;
/** How many requests end before more are taken, because each statement costs as much as some requests. */
const REFILL = 25;
const REFILL_POLL_MS = 1_000;
/** New requests are announced. This is for an announcement that was lost. */
const IDLE_POLL_MS = 10_000;
const STORE_TIMEOUT_MS = 1_000;

interface RequestWorkerDeps {
  /** Logs in as the role of shared state. */
  readonly sql: Sql;
  /** Reads what can change while the server runs, such as the URL of the functions. */
  readonly readNetwork: () => Promise<Network>;
  readonly logger: Logger;
}

/**
 * Sends the requests of the queue, with bounded concurrency in total and for each origin.
 *
 * Consistency: a request is sent at most once. It is removed from the queue before it is sent, in a transaction of its
 * own, so that no other process sends it, and it is lost when this process ends before the response is stored.
 */
export class RequestWorker {
  readonly #deps: RequestWorkerDeps;
  readonly #wakeUp = createWakeUp();
  /** Aborts when no more requests are taken. */
  readonly #closing = new AbortController();
  /** Aborts when running requests are cancelled. */
  readonly #stopped = new AbortController();
  readonly #countByOrigin = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #responses: ResponseStore;
  #ended = 0;

  constructor(deps: RequestWorkerDeps) {
    this.#deps = deps;
    this.#responses = new ResponseStore(deps.sql, deps.logger, this.#stopped.signal);
  }

  get inFlight(): number {
    return this.#running.size;
  }

  wake(): void {
    this.#wakeUp.wake();
  }

  async run(): Promise<void> {
    const { signal } = this.#closing;
    const { logger } = this.#deps;
    while (!signal.aborted) {
      try {
        const taken = await this.#takeSome();
        // The queue may contain more requests to other origins.
        if (taken > 0 && this.inFlight < MAX_IN_FLIGHT) continue;
      } catch (error) {
        logger.warn({ err: error }, 'net: failed to read the request queue, will retry');
        await pause(REFILL_POLL_MS, signal);
      }
      await this.#wakeUp.wait(this.inFlight > 0 ? REFILL_POLL_MS : IDLE_POLL_MS, signal);
    }
  }

  async close(deadline: AbortSignal): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#running), whenAborted(deadline)]);
    this.#stopped.abort();
    await Promise.race([Promise.all(this.#running), pause(STORE_TIMEOUT_MS)]);
  }

  /** @returns how many requests were taken */
  async #takeSome(): Promise<number> {
    const { sql, readNetwork } = this.#deps;
    this.#ended = 0;
    const free = MAX_IN_FLIGHT - this.inFlight;
    if (free <= 0) return 0;
    const network = await readNetwork();
    const requests = await sql<QueuedRequest[]>`
      select * from backend_net.claim_requests(
        ${sql.json(Object.fromEntries(this.#countByOrigin))}, ${free}, ${MAX_PER_ORIGIN}, ${MAX_BODY_BYTES}
      )`;
    for (const request of requests) this.#start(request, network);
    return requests.length;
  }

  #start(request: QueuedRequest, network: Network): void {
    const { origin } = request;
    this.#countByOrigin.set(origin, (this.#countByOrigin.get(origin) ?? 0) + 1);
    const running = this.#send(request, network).finally(() => {
      this.#running.delete(running);
      const left = (this.#countByOrigin.get(origin) ?? 1) - 1;
      if (left > 0) this.#countByOrigin.set(origin, left);
      else this.#countByOrigin.delete(origin);
      this.#ended += 1;
      if (this.#ended >= REFILL || left === 0) this.#wakeUp.wake();
    });
    this.#running.add(running);
  }

  async #send(request: QueuedRequest, network: Network): Promise<void> {
    const { logger } = this.#deps;
    const result = await sendRequest(request, network, this.#stopped.signal);
    const { error_msg: reason } = result;
    if (reason !== null) {
      logger.warn({ requestId: request.id, reason }, 'net: request from SQL failed');
    }
    await this.#responses.add(request.id, result);
  }
}
