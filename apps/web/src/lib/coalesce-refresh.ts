/** A decision must be visible within a second, and a burst must cause one refresh. */
const PAUSE_MS = 300;

export interface CoalescedRefresh {
  /** Refreshes now, or once more after the running refresh. */
  take: () => void;
  end: () => void;
}

/**
 * Runs one refresh after the other, so that a stream of changes neither piles up refreshes nor cancels them.
 */
export function coalesceRefresh(
  refresh: () => Promise<unknown>,
  pauseMs = PAUSE_MS,
): CoalescedRefresh {
  let isBusy = false;
  let isDue = false;
  let hasEnded = false;

  async function run(): Promise<void> {
    isBusy = true;
    while (isDue && !hasEnded) {
      isDue = false;
      // The component that shows the data reports the error.
      await refresh().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  }

  return {
    take() {
      isDue = true;
      if (!isBusy) void run();
    },
    end() {
      hasEnded = true;
    },
  };
}
