import { useEffect, useState } from 'react';

const TICK_MS = 250;

/** The seconds since the last start until zero, and a function that starts the countdown. */
export function useCountdown(
  lengthS: number,
  { isStarted }: { isStarted: boolean },
): [secondsLeft: number, start: () => void] {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [endsAtMs, setEndsAtMs] = useState(isStarted ? nowMs + lengthS * 1000 : 0);
  const isRunning = nowMs < endsAtMs;

  useEffect(() => {
    if (!isRunning) return;
    // Based on the clock, because timers of background pages are slower.
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [isRunning]);

  function start() {
    const startedAtMs = Date.now();
    setNowMs(startedAtMs);
    setEndsAtMs(startedAtMs + lengthS * 1000);
  }

  return [isRunning ? Math.ceil((endsAtMs - nowMs) / 1000) : 0, start];
}
