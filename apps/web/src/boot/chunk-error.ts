/** A chunk of the page did not load. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';

  constructor(cause: unknown) {
    super("Part of this page didn't load.", { cause });
  }
}

/** Replaces the browser's error with a ChunkError. */
export function withChunkError<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ChunkError(cause);
    });
}
