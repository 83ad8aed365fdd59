import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a statement with a timeout. The statement is not cancelled, because a
 * connection that does not respond would not receive the cancellation.
 *
 * `p-timeout` does not fit: it cancels the statement, and it rejects a timeout of 0 ms as invalid.
 *
 * @throws the error of the statement, or an Error after the timeout
 */
export async function within<Rows>(timeoutMs: number, statement: PromiseLike<Rows>): Promise<Rows> {
  const settled = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: settled.signal }).then(() => {
    throw new Error('Postgres did not answer in time.');
  });
  try {
    return await Promise.race([statement, timeout]);
  } finally {
    timeout.catch(() => undefined);
    settled.abort();
  }
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
