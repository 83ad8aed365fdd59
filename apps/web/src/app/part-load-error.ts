/** A part that does not load fails with our message in place of the browser's. */
export function withPartLoadError<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new Error("Part of this page didn't load.", { cause });
    });
}
