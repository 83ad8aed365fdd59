import { LRUCache } from 'lru-cache';

/** Longer shapes are not cached, which bounds the memory of the cache. */
const MAX_KEY_LENGTH = 4_000;

/** A least-recently-used cache of plans by request shape. */
export interface PlanCache<T> {
  /** Returns the cached plan, or creates and caches it. */
  getOrCreate(shape: string, create: () => T): T;
}

export function createPlanCache<T extends object | string>(capacity: number): PlanCache<T> {
  const plans = new LRUCache<string, T>({ max: capacity });
  return {
    getOrCreate(shape, create) {
      const cached = plans.get(shape);
      if (cached !== undefined) return cached;
      const plan = create();
      if (shape.length <= MAX_KEY_LENGTH) plans.set(shape, plan);
      return plan;
    },
  };
}
