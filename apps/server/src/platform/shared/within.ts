import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a statement answers. It is not cancelled when it takes too long: a
 * connection that no longer answers could not be told.
 *
 * @throws what the statement throws, or an Error when it takes longer
 */
export async function within<Rows>(timeoutMs: number, statement: PromiseLike<Rows>): Promise<Rows> {
  const answered = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: answered.signal }).then(() => {
    throw new Error('Postgres did not answer in time.');
  });
  try {
    return await Promise.race([statement, late]);
  } finally {
    late.catch(() => undefined);
    answered.abort();
  }
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
