import { useEffect, useEffectEvent } from 'react';
import { addOpenDialog } from '../../lib/dialog-history.ts';

/** While `isOpen`, the browser's Back calls `close`, as Escape does, and stays on the page. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    return addOpenDialog(() => closeNow());
  }, [isOpen]);
}
