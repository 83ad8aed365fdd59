/** The code of a part of the page did not arrive. */
export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';

  constructor(cause: unknown) {
    super("Part of this page didn't load.", { cause });
  }
}

/** Fails with our message instead of the browser's. */
export function withPartLoadError<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PartLoadError(cause);
    });
}
