import { useCallback, useEffect, useState, type RefCallback } from 'react';

/** Whether an element was within the window by now, and the ref to give to it. */
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

/** What only a person does. */
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** Somebody may look without moving anything. */
const LOOK_MS = 5_000;

/**
 * Whether somebody has seen an element, and the ref to give to it: it was within the window, and
 * there was a sign of a person or time to look. What is read for it only then is no part of the
 * first view.
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
