import { useSyncExternalStore } from 'react';

const REPORT = 'beaconpay:connection';

/** Null for an answer; for a request without one, when it was sent, by `performance.now()`. */
type Report = number | null;

function report(detail: Report): void {
  window.dispatchEvent(new CustomEvent<Report>(REPORT, { detail }));
}

/** Tells the page that a request was answered; whoever sends requests reports here. */
export function reportAnswered(): void {
  report(null);
}

/** Tells the page of a request without an answer, sent at a moment by `performance.now()`. */
export function reportUnanswered(sentAtMs: number): void {
  report(sentAtMs);
}

interface Connection {
  isOffline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Cut while the browser knows of no network, or since a request was not answered. A request that
 * was sent before the last sign of a connection and fails after it says nothing about now.
 */
export function createConnection(): Connection {
  let isUnanswered = false;
  let lastSignAtMs = 0;

  function hear(unansweredSentAtMs: Report) {
    if (unansweredSentAtMs === null) lastSignAtMs = performance.now();
    else if (unansweredSentAtMs < lastSignAtMs) return;
    isUnanswered = unansweredSentAtMs !== null;
  }

  return {
    isOffline: () => isUnanswered || !navigator.onLine,
    subscribe(listener) {
      function follow(event: Event) {
        if (event instanceof CustomEvent) hear(event.detail as Report);
        else if (event.type === 'online') hear(null);
        listener();
      }
      const events = [REPORT, 'online', 'offline'];
      for (const type of events) window.addEventListener(type, follow);
      return () => {
        for (const type of events) window.removeEventListener(type, follow);
      };
    },
  };
}

export function useIsOffline({ isOffline, subscribe }: Connection): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
