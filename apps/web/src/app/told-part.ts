/** A part that does not load says so in our words instead of the browser's. */
export function told<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((cause: unknown) => {
      throw new Error('A part of this page could not be loaded.', { cause });
    });
}
