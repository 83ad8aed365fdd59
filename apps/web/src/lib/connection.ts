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

/** Cut from when the browser or a request says so until either says otherwise. */
export function createConnection(): Connection {
  let isCut = !navigator.onLine;

  return {
    isCut: () => isCut,
    subscribe(listener) {
      const follow = (isNowCut: boolean) => {
        isCut = isNowCut;
        listener();
      };
      const onReport = (event: Event) => follow(!(event as CustomEvent<boolean>).detail);
      const onOnline = () => follow(false);
      const onOffline = () => follow(true);
      window.addEventListener(REPORT, onReport);
      window.addEventListener('online', onOnline);
      window.addEventListener('offline', onOffline);
      return () => {
        window.removeEventListener(REPORT, onReport);
        window.removeEventListener('online', onOnline);
        window.removeEventListener('offline', onOffline);
      };
    },
  };
}

export function useIsCut({ isCut, subscribe }: Connection): boolean {
  return useSyncExternalStore(subscribe, isCut, () => false);
}
