import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2_000;

/** Copies a text. `isCopied` is true for a moment after a success. */
export function useCopy(value: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // The browser refused. The text stays on screen and can be selected.
      setIsCopied(false);
    }
  }

  return { isCopied, copy: () => void copy() };
}
