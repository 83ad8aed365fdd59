import { useState, type RefObject } from 'react';

/** The number of requests for the latest list, and a function that requests it. */
export function useShows(headingRef: RefObject<HTMLHeadingElement | null>) {
  const [shows, setShows] = useState(0);

  function showLatest() {
    setShows((count) => count + 1);
    // The clicked button disappears.
    headingRef.current?.focus();
  }

  return { shows, showLatest };
}
