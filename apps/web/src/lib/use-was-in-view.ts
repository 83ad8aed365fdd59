import { useCallback, useState, type RefCallback } from 'react';

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
