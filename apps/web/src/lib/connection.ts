import { useSyncExternalStore } from 'react';

const REPORT = 'beaconpay:connection';

/** Null after a response. After a request without a response: when it was sent, by `performance.now()`. */
type Report = number | null;

function report(detail: Report): void {
  window.dispatchEvent(new CustomEvent<Report>(REPORT, { detail }));
}

/** Reports a response. */
export function reportAnswered(): void {
  report(null);
}

/** Reports a request without a response, and when it was sent, by `performance.now()`. */
export function reportUnanswered(sentAtMs: number): void {
  report(sentAtMs);
}

interface Connection {
  isOffline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * True while the browser reports no network, or after a request without a response. A request that was sent
 * before the last response and fails after it does not count.
 */
export function createConnection(): Connection {
  let isUnanswered = false;
  let lastSignAtMs = 0;

  function handleReport(unansweredSentAtMs: Report) {
    if (unansweredSentAtMs === null) lastSignAtMs = performance.now();
    else if (unansweredSentAtMs < lastSignAtMs) return;
    isUnanswered = unansweredSentAtMs !== null;
  }

  return {
    isOffline: () => isUnanswered || !navigator.onLine,
    subscribe(listener) {
      function follow(event: Event) {
        if (event instanceof CustomEvent) handleReport(event.detail as Report);
        else if (event.type === 'online') handleReport(null);
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
