/** Short enough for a decision to be seen within a second, long enough for a burst to be one. */
const PAUSE_MS = 300;

export interface Turns {
  /** Refreshes now, or once more after the one that is under way. */
  take: () => void;
  end: () => void;
}

/** Lets one refresh follow the other, so that a stream of changes neither stacks nor cuts them off. */
export function coalesceRefresh(refresh: () => Promise<unknown>, pauseMs = PAUSE_MS): Turns {
  let isBusy = false;
  let isDue = false;
  let hasEnded = false;

  async function run(): Promise<void> {
    isBusy = true;
    while (isDue && !hasEnded) {
      isDue = false;
      // Whoever shows the data tells of a failure.
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
