type Load = () => Promise<unknown>;

const fetched = new WeakSet<Load>();

/** Browsers keep a failed import until the page is reloaded, so no import starts offline. */
export function canLoadChunk(load: Load): boolean {
  return fetched.has(load) || !('onLine' in navigator) || navigator.onLine;
}

/** Loads a chunk before it is used. A failure is reported when the chunk is used. */
export function preloadChunk(load: Load): void {
  if (!canLoadChunk(load)) return;
  load().then(
    () => fetched.add(load),
    () => undefined,
  );
}

/**
 * For a button that opens lazily loaded code: preloads it when the user points at the button or focuses it.
 */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const fetchPart = () => preloadChunk(load);
  return { onPointerEnter: fetchPart, onFocus: fetchPart };
}
