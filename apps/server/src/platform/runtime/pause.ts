import { setTimeout as sleep } from 'node:timers/promises';

interface PauseOptions {
  /** Whether the process may exit during the pause. */
  readonly unref?: boolean;
}

/** Resolves after the delay, or as soon as the signal aborts. */
export async function pause(
  delayMs: number,
  signal?: AbortSignal,
  { unref = false }: PauseOptions = {},
): Promise<void> {
  const options = { ref: !unref, ...(signal === undefined ? {} : { signal }) };
  await sleep(delayMs, undefined, options).catch(() => undefined);
}
