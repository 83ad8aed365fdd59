import { randomUUID } from 'node:crypto';

/** Stands in prepared requests where each one sent gets a UUID of its own. */
export const FRESH_KEY_MARKER = '00000000-0000-4000-8000-0000beac0000';

export function withFreshKey(text: string): string {
  return text.replaceAll(FRESH_KEY_MARKER, randomUUID());
}
