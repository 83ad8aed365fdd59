/** The code of a part of the page did not arrive. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';

  constructor(cause: unknown) {
    super("Part of this page didn't load.", { cause });
  }
}

/** Fails with our message instead of the browser's. */
export function withChunkError<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ChunkError(cause);
    });
}
