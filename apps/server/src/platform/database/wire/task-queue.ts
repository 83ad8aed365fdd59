import { ConnectionError } from './errors.ts';
import type { PoolTask } from './pool-task.ts';

const ACQUIRE_TIMEOUT_MS = 10_000;

/** Tasks that wait for a connection. A task that waits too long fails. */
export class TaskQueue {
  readonly #tasks: PoolTask[] = [];
  readonly #timers = new Map<PoolTask, NodeJS.Timeout>();

  get first(): PoolTask | undefined {
    return this.#tasks[0];
  }

  add(task: PoolTask): void {
    this.#tasks.push(task);
    this.#startTimer(task);
  }

  /** Adds tasks that have already waited elsewhere, in their order. */
  addFirst(tasks: readonly PoolTask[]): void {
    this.#tasks.unshift(...tasks);
    for (const task of tasks) this.#startTimer(task);
  }

  /** @returns whether the task was waiting */
  remove(task: PoolTask): boolean {
    const index = this.#tasks[0] === task ? 0 : this.#tasks.indexOf(task);
    if (index < 0) return false;
    this.#tasks.splice(index, 1);
    clearTimeout(this.#timers.get(task));
    this.#timers.delete(task);
    return true;
  }

  shift(): PoolTask | undefined {
    const [task] = this.#tasks;
    if (task !== undefined) this.remove(task);
    return task;
  }

  #startTimer(task: PoolTask): void {
    const expire = () => {
      if (this.remove(task)) task.reject(new ConnectionError('busy'));
    };
    this.#timers.set(task, setTimeout(expire, ACQUIRE_TIMEOUT_MS));
  }
}
