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

/** crypto.randomUUID exists on secure origins only; a phone on the local network has none. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
