/** Beyond this many characters a shape is unusual enough to be made anew each time. */
const MAX_KEY_LENGTH = 4_000;

/** What has been compiled, by shape; the least recently used goes first. */
export class ShapeCache<T> {
  readonly #entries = new Map<string, T>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(shape: string): T | undefined {
    const entry = this.#entries.get(shape);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion: put in again, it is the youngest.
    this.#entries.delete(shape);
    this.#entries.set(shape, entry);
    return entry;
  }

  set(shape: string, entry: T): void {
    if (shape.length > MAX_KEY_LENGTH) return;
    if (this.#entries.size >= this.#capacity && !this.#entries.has(shape)) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(shape, entry);
  }
}
