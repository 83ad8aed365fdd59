import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False while rendering ahead of time and while taking that over; true from then on. */
export function useHasMounted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
