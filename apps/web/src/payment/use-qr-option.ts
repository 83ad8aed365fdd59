import { useEffect, useState } from 'react';
import { fetchIsQrShown } from './api.ts';

/**
 * Whether administrators let customers see a QR code for a transfer by this method. False until it is known, and
 * if it can't be fetched.
 *
 * @param isPossible nothing is fetched for a transfer that can't have a QR code
 */
export function useQrOption(method: string, isPossible: boolean): boolean {
  const [shownFor, setShownFor] = useState<string | null>(null);

  useEffect(() => {
    if (!isPossible) return;
    let isCurrent = true;
    fetchIsQrShown(method).then(
      (isShown) => {
        if (isCurrent) setShownFor(isShown ? method : null);
      },
      () => {
        if (isCurrent) setShownFor(null);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [method, isPossible]);

  return isPossible && shownFor === method;
}
