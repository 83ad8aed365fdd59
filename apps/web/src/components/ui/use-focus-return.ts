import { createContext, use, useRef, type RefObject } from 'react';

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined;
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/** Where windows take each other's place: what had the focus before the first of them opened. */
export const FirstOpenerContext = createContext<RefObject<HTMLElement | null> | null>(null);

/**
 * For windows without a trigger of their own: closing one gives the focus back to what had it
 * before, or to the page when that is gone, as the "Log In" button is after logging in.
 *
 * @param further what the window's owner does with the focus after that
 */
export function useFocusReturn(further: FocusHandlers): Required<FocusHandlers> {
  const firstOpenerRef = use(FirstOpenerContext);
  const openedFrom = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(event) {
      const focused = document.activeElement as HTMLElement | null;
      // What opened this window left with the one before it, or nothing had the focus.
      const isNothing = focused === document.body;
      openedFrom.current = isNothing ? (firstOpenerRef?.current ?? null) : focused;
      if (firstOpenerRef !== null) firstOpenerRef.current = openedFrom.current;
      further.onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      const next = openedFrom.current?.isConnected
        ? openedFrom.current
        : document.querySelector('main');
      next?.focus({ preventScroll: true });
      further.onCloseAutoFocus?.(event);
    },
  };
}
