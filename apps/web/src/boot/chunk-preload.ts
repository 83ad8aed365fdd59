type Load = () => Promise<unknown>;

const fetched = new WeakSet<Load>();

/** Browsers keep a failed import until the page is loaded again, so offline none is begun. */
export function canLoadChunk(load: Load): boolean {
  return fetched.has(load) || !('onLine' in navigator) || navigator.onLine;
}

/** Fetches a part ahead of its use. A failure is reported when the part is used. */
export function preloadChunk(load: Load): void {
  if (!canLoadChunk(load)) return;
  load().then(
    () => fetched.add(load),
    () => undefined,
  );
}

/** For a button that opens a part: whoever points at it, or reaches it, will likely press it. */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const fetchPart = () => preloadChunk(load);
  return { onPointerEnter: fetchPart, onFocus: fetchPart };
}
