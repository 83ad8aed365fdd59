/** Longer shapes are not cached, which bounds the memory of the cache. */
const MAX_KEY_LENGTH = 4_000;

/** A least-recently-used cache of plans by request shape. */
export class PlanCache<T> {
  readonly #plans = new Map<string, T>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the cached plan, or creates and caches it. */
  getOrCreate(shape: string, create: () => T): T {
    const plan = this.#plans.get(shape) ?? create();
    if (shape.length > MAX_KEY_LENGTH) return plan;
    // A map keeps insertion order, so the last entry is the most recently used one.
    this.#plans.delete(shape);
    this.#plans.set(shape, plan);
    if (this.#plans.size > this.#capacity) {
      const [oldest] = this.#plans.keys();
      if (oldest !== undefined) this.#plans.delete(oldest);
    }
    return plan;
  }
}
