/** Plans of longer shapes are not kept, which bounds the memory of the cache. */
const MAX_KEY_LENGTH = 4_000;

/** A least-recently-used cache of plans by request shape. */
export class PlanCache<T> {
  readonly #entries = new Map<string, T>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(shape: string): T | undefined {
    const entry = this.#entries.get(shape);
    if (entry === undefined) return undefined;
    // A map keeps insertion order, so the last entry is the most recently used one.
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
