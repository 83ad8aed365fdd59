import { useRef } from 'react';

interface FocusReturn {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * For windows without a trigger of their own: closing one gives the focus back to what had it
 * before, or to the page when that is gone, as the "Log In" button is after logging in.
 */
export function useFocusReturn(): FocusReturn {
  const openedFrom = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      openedFrom.current = document.activeElement as HTMLElement | null;
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      const next = openedFrom.current?.isConnected
        ? openedFrom.current
        : document.querySelector('main');
      next?.focus({ preventScroll: true });
    },
  };
}
