import { m } from '../paraglide/messages.js';

/** A chunk of the page did not load. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';

  constructor(cause: unknown) {
    super(m.app_part_this_page_didnt_load(), { cause });
  }
}

/** Replaces the browser's error with a ChunkError. */
export function withChunkError<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ChunkError(cause);
    });
}
