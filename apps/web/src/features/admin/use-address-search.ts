import { useEffect, useState } from 'react';
import { useSearchParamState, type SearchParams } from '../../lib/use-search-param-state.ts';

interface AddressSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** The text in the address, which is what to search for. */
  searched: string;
}

/**
 * A search text that is typed into a field and, once nobody has typed for `delayMs`, moves into
 * the address. Going back brings the field back as well.
 * @param reset what belongs to the last search, such as its page, and starts anew with another
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
    // Changed by other means than this field, the back button say: the field follows.
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
    // Only typing starts the wait anew; the address is written as it is by then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed, searched]);

  return { typed, setTyped, searched };
}
