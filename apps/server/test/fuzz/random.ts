/** A small seeded generator (mulberry32), so that a run can be repeated. */
export interface Random {
  /** A whole number from 0 to `max`, `max` included. */
  upTo(max: number): number;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const upTo = (max: number): number => Math.floor(next() * (max + 1));
  return {
    upTo,
    pick<T>(values: readonly T[]): T {
      return values[upTo(values.length - 1)] as T;
    },
    shuffle<T>(values: readonly T[]): T[] {
      return values
        .map((value) => ({ value, order: next() }))
        .sort((left, right) => left.order - right.order)
        .map(({ value }) => value);
    },
  };
}
