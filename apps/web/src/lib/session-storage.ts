/**
 * Where the auth client keeps the session: in the storage of the browser or, if storage is forbidden or full,
 * in memory. Signing in works in both cases.
 */
export function createSessionStorage() {
  const memory = new Map<string, string>();

  return {
    getItem: (key: string) => memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
    setItem(key: string, value: string) {
      memory.delete(key);
      const isKept = attempt(() => {
        localStorage.setItem(key, value);
        return true;
      });
      if (isKept === true) return;
      // The stored session is older than this one, and its refresh token may be used already.
      attempt(() => localStorage.removeItem(key));
      memory.set(key, value);
    },
    removeItem(key: string) {
      memory.delete(key);
      attempt(() => localStorage.removeItem(key));
    },
  };
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
