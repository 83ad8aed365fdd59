import { createContext, use, useRef, type RefObject } from 'react';

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined;
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/** For dialogs that replace each other: the element that had the focus before the first of them opened. */
export const FirstOpenerContext = createContext<RefObject<HTMLElement | null> | null>(null);

/**
 * For dialogs without a trigger: closing one returns the focus to the element that had it before, or to the
 * page if the element is gone, such as the "Log In" button after a log-in.
 *
 * @param further further handlers of the dialog
 */
export function useFocusReturn(further: FocusHandlers): Required<FocusHandlers> {
  const firstOpenerRef = use(FirstOpenerContext);
  const openedFrom = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(event) {
      const focused = document.activeElement as HTMLElement | null;
      // The element that opened this dialog was in the dialog before, or nothing had the focus.
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
