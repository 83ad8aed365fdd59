/**
 * Runs tasks with bounded concurrency, round-robin between keys, so that a busy key cannot starve the others.
 *
 * No library fits: `p-queue` and `p-limit` run tasks in order or by priority, and cannot alternate between keys.
 */
export type FairQueue<Key> = <T>(key: Key, task: () => Promise<T>) => Promise<T>;

export function createFairQueue<Key>(concurrency: number): FairQueue<Key> {
  const pendingByKey = new Map<Key, (() => Promise<void>)[]>();
  let running = 0;

  function runNext(): void {
    const [first] = pendingByKey;
    if (first === undefined || running >= concurrency) return;
    const [key, tasks] = first;
    const task = tasks.shift();
    // Re-insert at the end of the map: every other key gets a turn before this one gets a second.
    pendingByKey.delete(key);
    if (tasks.length > 0) pendingByKey.set(key, tasks);
    running += 1;
    void task?.().finally(() => {
      running -= 1;
      runNext();
    });
  }

  return (key, task) =>
    new Promise((resolve, reject) => {
      const tasks = pendingByKey.get(key) ?? [];
      tasks.push(() => task().then(resolve, reject));
      pendingByKey.set(key, tasks);
      runNext();
    });
}
