import { vi } from 'vitest';

/** Waits for something that happens elsewhere: another process, or Postgres. */
export function until(condition: () => unknown, timeoutMs = 25_000): Promise<void> {
  return vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('It has not happened yet.');
    },
    { timeout: timeoutMs, interval: 20 },
  );
}
