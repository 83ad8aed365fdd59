import { randomUUID } from 'node:crypto';

/** A placeholder in prepared requests that each sent request replaces with a new UUID. */
export const FRESH_KEY_MARKER = '00000000-0000-4000-8000-0000beac0000';

export function withFreshKey(text: string): string {
  return text.replaceAll(FRESH_KEY_MARKER, randomUUID());
}
