import { useCallback, useEffect, useState, type RefCallback } from 'react';

/** Whether an element has been within the viewport, and the ref for it. */
export function useWasInView(): [wasInView: boolean, ref: RefCallback<Element>] {
  const [wasInView, setWasInView] = useState(false);

  const watch = useCallback((element: Element | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setWasInView(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return [wasInView, watch];
}

/** Events that only a user causes. */
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** A user may read without moving anything. */
const LOOK_MS = 5_000;

/**
 * Whether a user has seen an element, and the ref for it: the element was within the viewport, and there was
 * input or time to read. Requests that wait for it are not part of the first view.
 */
export function useWasSeen(): [wasSeen: boolean, ref: RefCallback<Element>] {
  const [wasInView, watch] = useWasInView();
  const [wasSeen, setWasSeen] = useState(false);

  useEffect(() => {
    if (!wasInView || wasSeen) return;
    const see = () => setWasSeen(true);
    const timer = window.setTimeout(see, LOOK_MS);
    for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, see);
    };
  }, [wasInView, wasSeen]);

  return [wasSeen, watch];
}
