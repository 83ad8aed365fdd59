import { useSyncExternalStore } from 'react';

const REPORT = 'beaconpay:connection';

interface Report {
  isAnswered: boolean;
  /** When the request was sent, by `performance.now()`. */
  sentAtMs: number;
}

/** Tells the page whether a request was answered; whoever sends requests reports here. */
export function reportConnection(isAnswered: boolean, sentAtMs: number): void {
  window.dispatchEvent(new CustomEvent<Report>(REPORT, { detail: { isAnswered, sentAtMs } }));
}

interface Connection {
  isCut: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Cut while the browser knows of no network, or since a request was not answered. A request that
 * was sent before the last sign of a connection and fails after it says nothing about now.
 */
export function createConnection(): Connection {
  let isUnanswered = false;
  let lastSignAtMs = 0;

  function hear(isAnswered: boolean, sentAtMs: number) {
    if (isAnswered) lastSignAtMs = performance.now();
    else if (sentAtMs < lastSignAtMs) return;
    isUnanswered = !isAnswered;
  }

  return {
    isCut: () => isUnanswered || !navigator.onLine,
    subscribe(listener) {
      function follow(event: Event) {
        if (event instanceof CustomEvent) {
          const { isAnswered, sentAtMs } = event.detail as Report;
          hear(isAnswered, sentAtMs);
        } else if (event.type === 'online') {
          hear(true, event.timeStamp);
        }
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

export function useIsCut({ isCut, subscribe }: Connection): boolean {
  return useSyncExternalStore(subscribe, isCut, () => false);
}
