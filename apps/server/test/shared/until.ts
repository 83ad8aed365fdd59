import { vi } from 'vitest';

/** Waits for an effect in another process or in Postgres. */
export function until(condition: () => unknown, timeoutMs = 60_000): Promise<void> {
  return vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('It has not happened yet.');
    },
    { timeout: timeoutMs, interval: 20 },
  );
}
