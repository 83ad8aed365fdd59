import { useState, type RefObject } from 'react';

/** How often the latest of a list was asked for, and what asks for it. */
export function useShows(headingRef: RefObject<HTMLHeadingElement | null>) {
  const [shows, setShows] = useState(0);

  function showLatest() {
    setShows((count) => count + 1);
    // The button that was pressed leaves.
    headingRef.current?.focus();
  }

  return { shows, showLatest };
}
