import { fetchPartEarly } from './fetched-parts.ts';

/** For a button that opens a part: whoever points at it, or reaches it, will likely press it. */
export function onIntent(load: () => Promise<unknown>) {
  const fetchPart = () => fetchPartEarly(load);
  return { onPointerEnter: fetchPart, onFocus: fetchPart };
}
