import { randomUuid } from '../lib/random-uuid.ts';

/**
 * The Idempotency-Key of a form's submissions. The same content has the same key when it is sent again (a
 * second click, a retry after a lost response), so that the database creates one record.
 */
export interface IdempotencyKeys {
  /** The key for this content: the last key if nothing changed, otherwise a new one. */
  keyFor: (content: string) => string;
  /** Whether this content was sent before with an unknown outcome. */
  isRetry: (content: string) => boolean;
  /** Call this when the content is recorded. The next submission is a new one. */
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
