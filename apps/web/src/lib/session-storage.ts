/**
 * Where the backend client keeps the session: in this browser, or, where storage is forbidden or
 * full, for as long as the page lives. Signing in works either way.
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
      // What is stored is older than this, and its refresh token may be used up.
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
