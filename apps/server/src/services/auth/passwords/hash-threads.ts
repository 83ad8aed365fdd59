import { Worker } from 'node:worker_threads';
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts';
import { authErrors } from '../errors.ts';

const WORKER = new URL('./hash-worker.ts', import.meta.url);

export type HashTask =
  | {
      readonly kind: 'hash';
      readonly password: string;
      readonly options: {
        readonly memoryCost: number;
        readonly timeCost: number;
        readonly parallelism: number;
      };
    }
  | {
      readonly kind: 'verify-argon2' | 'verify-bcrypt';
      readonly password: string;
      readonly hash: string;
    };

export interface HashThreads {
  /**
   * @param signal aborts when no request waits for the result: work that has not begun is dropped
   * @throws AuthError when the queue is full, or the signal aborted
   */
  run(task: HashTask, signal?: AbortSignal): Promise<string | boolean>;
  close(): Promise<void>;
}

/**
 * Separate threads, because on Node's shared ones files and host names would wait for passwords. They start
 * when they are first needed.
 *
 * `tinypool` and `piscina` do not fit: when a client disconnects, they replace
 * the thread, whose native hash goes on. More hashes than threads would then use memory at once.
 *
 * @param limits the number of threads and the length of the queue
 */
export function createHashThreads(limits: { threads: number; maxWaiting: number }): HashThreads {
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const closing = new AbortController();
  const limit = createConcurrencyLimit<'hash'>({
    maxRunning: limits.threads,
    maxWaiting: limits.maxWaiting,
    createFullError: () => authErrors.tooManySignIns(),
  });

  const start = (): Worker => {
    const thread = new Worker(WORKER);
    thread.unref();
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      const index = idle.indexOf(thread);
      if (index !== -1) idle.splice(index, 1);
    });
    return thread;
  };

  const work = (thread: Worker, task: HashTask): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('A thread that hashed a password ended.'));
      const onError = (error: Error) => reject(error);
      thread.once('error', onError);
      thread.once('exit', onExit);
      thread.once('message', (result: { value?: string | boolean; error?: string }) => {
        thread.off('error', onError);
        thread.off('exit', onExit);
        idle.push(thread);
        if (result.value === undefined) reject(new Error(result.error));
        else resolve(result.value);
      });
      thread.postMessage(task);
    });

  const acquire = async (signal: AbortSignal | undefined): Promise<() => void> => {
    const ended = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      ended.throwIfAborted();
      return await limit.acquire('hash', ended);
    } catch (error) {
      throw signal?.aborted === true ? authErrors.clientGone() : error;
    }
  };

  return {
    async run(task, signal) {
      const release = await acquire(signal);
      try {
        return await work(idle.pop() ?? start(), task);
      } finally {
        release();
      }
    },
    async close() {
      closing.abort(new Error('The server stops.'));
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
