import { Worker } from 'node:worker_threads';
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
   * @param signal aborts when nobody waits for the answer any more: work that has not begun is dropped
   * @throws AuthError when the queue is full, or the signal aborted
   */
  run(task: HashTask, signal?: AbortSignal): Promise<string | boolean>;
  close(): Promise<void>;
}

interface Waiting {
  readonly task: HashTask;
  readonly begin: (thread: Worker) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Threads of their own, because on Node's shared ones files and names of hosts
 * would wait for passwords. They start when they are first needed.
 *
 * @param limits how many work at once, and how much may wait for them
 */
export function createHashThreads(limits: { threads: number; maxWaiting: number }): HashThreads {
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: Waiting[] = [];
  let closed = false;

  const start = (): Worker => {
    const thread = new Worker(WORKER);
    thread.unref();
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      const index = idle.indexOf(thread);
      if (index !== -1) idle.splice(index, 1);
      // A thread that died leaves its place to a new one.
      if (!closed) beginNext();
    });
    return thread;
  };

  const beginNext = (): void => {
    const [next] = waiting;
    if (next === undefined) return;
    const thread = idle.pop() ?? (all.size < limits.threads ? start() : undefined);
    if (thread === undefined) return;
    waiting.shift();
    next.begin(thread);
  };

  const work = (thread: Worker, task: HashTask): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('A thread that hashed a password ended.'));
      const onError = (error: Error) => reject(error);
      thread.once('error', onError);
      thread.once('exit', onExit);
      thread.once('message', (answer: { value?: string | boolean; error?: string }) => {
        thread.off('error', onError);
        thread.off('exit', onExit);
        idle.push(thread);
        beginNext();
        if (answer.value === undefined) reject(new Error(answer.error));
        else resolve(answer.value);
      });
      thread.postMessage(task);
    });

  return {
    run(task, signal) {
      if (signal?.aborted === true) return Promise.reject(authErrors.clientGone());
      if (waiting.length >= limits.maxWaiting) return Promise.reject(authErrors.tooManySignIns());
      return new Promise((resolve, reject) => {
        const drop = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(authErrors.clientGone());
        };
        const entry: Waiting = {
          task,
          begin(thread) {
            signal?.removeEventListener('abort', drop);
            work(thread, task).then(resolve, reject);
          },
          fail: reject,
        };
        signal?.addEventListener('abort', drop, { once: true });
        waiting.push(entry);
        beginNext();
      });
    },
    async close() {
      closed = true;
      for (const { fail } of waiting.splice(0)) fail(new Error('The server stops.'));
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
