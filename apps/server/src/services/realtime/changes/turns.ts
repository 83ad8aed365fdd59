/**
 * Does things one after the other for each who asks, and for different ones at
 * once: whoever asks for much waits for themselves.
 */
export function createTurns(): <T>(key: unknown, act: () => Promise<T>) => Promise<T> {
  const last = new Map<unknown, Promise<unknown>>();
  return (key, act) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(act);
    const forget = (): void => {
      if (last.get(key) === over) last.delete(key);
    };
    const over = turn.then(forget, forget);
    last.set(key, over);
    return turn;
  };
}
