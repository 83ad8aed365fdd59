import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

/** The seconds since the last start until zero, and a function that starts again. */
export function useCountdown(lengthS: number): [secondsLeft: number, start: () => void] {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const isRunning = nowMs < endsAtMs;

  useEffect(() => {
    if (!isRunning) return;
    // Based on the clock, because timers of background pages are slower.
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [isRunning]);

  const start = useCallback(() => {
    const startedAtMs = Date.now();
    setNowMs(startedAtMs);
    setEndsAtMs(startedAtMs + lengthS * 1000);
  }, [lengthS]);

  return [isRunning ? Math.ceil((endsAtMs - nowMs) / 1000) : 0, start];
}
