/** Does something when it is the turn of whoever asks for it. */
export type Turns<Key> = <T>(key: Key, act: () => Promise<T>) => Promise<T>;

/**
 * Does so many things at once, and of those that wait one of each who asks in
 * turn: whoever asks for much waits for themselves.
 */
export function createTurns<Key>(atOnce: number): Turns<Key> {
  const waiting = new Map<Key, (() => Promise<void>)[]>();
  let running = 0;

  function next(): void {
    const [first] = waiting;
    if (first === undefined || running >= atOnce) return;
    const [key, acts] = first;
    const act = acts.shift();
    // To the end of the row, where there is more.
    waiting.delete(key);
    if (acts.length > 0) waiting.set(key, acts);
    running += 1;
    void act?.().finally(() => {
      running -= 1;
      next();
    });
  }

  return (key, act) =>
    new Promise((resolve, reject) => {
      const acts = waiting.get(key) ?? [];
      acts.push(() => act().then(resolve, reject));
      waiting.set(key, acts);
      next();
    });
}
