import { useEffect, useState } from 'react';
import { useSearchParamState, type SearchParams } from './use-search-param-state.ts';

interface AddressSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** The search text in the URL. */
  searched: string;
}

/**
 * A search text that moves from its field into the URL when the user has not typed for `delayMs`. Back also
 * resets the field.
 *
 * @param reset URL parameters of the last search, such as its page, that a new search removes
 */
export function useAddressSearch(
  name: string,
  delayMs: number,
  reset: SearchParams,
): AddressSearch {
  const { read, write } = useSearchParamState();
  const searched = read(name);
  const [typed, setTyped] = useState(searched);
  const [written, setWritten] = useState(searched);
  const [shown, setShown] = useState(searched);

  if (searched !== shown) {
    setShown(searched);
    // The URL was changed in another way, for example by Back. The field follows.
    if (searched !== written) {
      setWritten(searched);
      setTyped(searched);
    }
  }

  useEffect(() => {
    if (typed === searched) return;
    const timer = window.setTimeout(() => {
      setWritten(typed);
      write({ ...reset, [name]: typed }, { replace: true });
    }, delayMs);
    return () => window.clearTimeout(timer);
    // Only typing restarts the delay. The callback writes the latest values.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed, searched]);

  return { typed, setTyped, searched };
}
