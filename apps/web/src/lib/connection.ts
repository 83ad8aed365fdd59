import { useSyncExternalStore } from 'react';

const REPORT = 'beaconpay:connection';

/** Tells the page whether a request was answered; whoever sends requests reports here. */
export function reportConnection(isAnswered: boolean): void {
  window.dispatchEvent(new CustomEvent(REPORT, { detail: isAnswered }));
}

interface Connection {
  isCut: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Cut while the browser knows of no network, or since a request was not answered. */
export function createConnection(): Connection {
  let isUnanswered = false;

  return {
    isCut: () => isUnanswered || !navigator.onLine,
    subscribe(listener) {
      function follow(event: Event) {
        isUnanswered = event instanceof CustomEvent && event.detail === false;
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
