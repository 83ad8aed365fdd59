/** For a button that opens a part: whoever points at it, or reaches it, will likely press it. */
export function onIntent(load: () => Promise<unknown>) {
  // A failure is told when the part is asked for.
  const fetchPart = () => void load().catch(() => undefined);
  return { onPointerEnter: fetchPart, onFocus: fetchPart };
}
