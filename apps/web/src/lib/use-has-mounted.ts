import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False during prerendering and hydration, and true afterwards. */
export function useHasMounted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
