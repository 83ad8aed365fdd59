import type { ServerResponse } from 'node:http';
import type { ConcurrencyLimit } from '../../platform/runtime/concurrency-limit.ts';

/** The lifetime of a request: until the response is sent or the client disconnects. */
export interface RequestScope {
  /** Aborts when the client disconnects before the response is sent. */
  readonly signal: AbortSignal;
  /** Waits for a slot, which is held until the end of the request. */
  acquire<Key>(limit: ConcurrencyLimit<Key>, key: Key): Promise<void>;
  /** Releases the slots. */
  end(): void;
}

/** @param outgoing the response; undefined for requests within this process */
export function openRequestScope(outgoing: ServerResponse | undefined): RequestScope {
  const client = new AbortController();
  const slots: (() => void)[] = [];
  const end = () => {
    for (const release of slots.splice(0)) release();
  };
  outgoing?.once('close', () => {
    end();
    if (!outgoing.writableFinished) client.abort(new Error('the client disconnected'));
  });
  return {
    signal: client.signal,
    async acquire(limit, key) {
      const release = await limit.acquire(key, client.signal);
      if (client.signal.aborted) release();
      else slots.push(release);
    },
    end,
  };
}
