import { randomUuid } from '../lib/random-uuid.ts';

/**
 * The Idempotency-Key of a form's submissions. Sending the same content again (a second press, a
 * retry after a lost answer) carries the same key, so the database makes one record of it.
 */
export interface IdempotencyKeys {
  /** The key to send with this content: the last one if nothing changed, else a new one. */
  keyFor: (content: string) => string;
  /** Whether this content was sent before and nobody knows yet whether it arrived. */
  isRetry: (content: string) => boolean;
  /** Call once the content is known to be recorded; the next submission is a new one. */
  forget: () => void;
}

export function createIdempotencyKeys(): IdempotencyKeys {
  let attempt: { content: string; key: string } | null = null;
  return {
    keyFor(content) {
      if (attempt?.content !== content) attempt = { content, key: randomUuid() };
      return attempt.key;
    },
    isRetry: (content) => attempt?.content === content,
    forget() {
      attempt = null;
    },
  };
}
