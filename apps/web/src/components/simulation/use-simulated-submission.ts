import { useEffect, useRef, useState } from 'react';

export interface SimulatedSubmission {
  isProcessing: boolean;
  /** Calls `onDone` after the delay. Ignored during another submission, and cancelled with the page. */
  submit: (onDone: () => void) => void;
}

/** Simulates a submission: busy for `delayMs`, then done. It uses neither network nor storage. */
export function useSimulatedSubmission(delayMs: number): SimulatedSubmission {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [isProcessing, setProcessing] = useState(false);

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  function submit(onDone: () => void) {
    if (timer.current !== null) return;
    setProcessing(true);
    timer.current = setTimeout(() => {
      timer.current = null;
      setProcessing(false);
      onDone();
    }, delayMs);
  }

  return { isProcessing, submit };
}
