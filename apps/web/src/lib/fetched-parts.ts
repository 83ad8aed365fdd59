type Load = () => Promise<unknown>;

const fetched = new WeakSet<Load>();

/** Browsers keep a failed import until the page is loaded again, so offline none is begun. */
export function canFetchPart(load: Load): boolean {
  return fetched.has(load) || !('onLine' in navigator) || navigator.onLine;
}

/** Fetches a part ahead of its use. A failure is reported when the part is used. */
export function fetchPartEarly(load: Load): void {
  if (!canFetchPart(load)) return;
  load().then(
    () => fetched.add(load),
    () => undefined,
  );
}
