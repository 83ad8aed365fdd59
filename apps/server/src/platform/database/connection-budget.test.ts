import { describe, expect, test } from 'vitest';
import { divideConnections } from './connection-budget.ts';

const NEEDS = [
  { name: 'hearing', fixed: 3, weight: 0 },
  { name: 'signing in', fixed: 0, weight: 1 },
  { name: 'records', fixed: 1, weight: 2 },
];

describe('Dividing the connections of a server', () => {
  test.each([
    [8, 1],
    [32, 1],
    [33, 2],
    [100, 7],
  ])('stays within %i connections for %i processes', (total, processes) => {
    const pools = divideConnections(total, processes, NEEDS);
    const perProcess = 4 + [...pools.values()].reduce((sum, size) => sum + size, 0);
    expect(perProcess * processes).toBeLessThanOrEqual(total);
    expect(Math.min(...pools.values())).toBeGreaterThanOrEqual(2);
  });

  test('gives more connections to a larger weight', () => {
    const pools = divideConnections(34, 1, NEEDS);
    expect(pools.get('records')).toBe(2 + 17);
    expect(pools.get('signing in')).toBe(2 + 8);
  });

  test('subtracts once what one process has for all', () => {
    const alone = divideConnections(20, 2, NEEDS);
    expect(divideConnections(24, 2, NEEDS, 4)).toEqual(alone);
    expect(() => divideConnections(19, 2, NEEDS, 4)).toThrow(
      'at least 20 connections (8 for each of its WORKERS and 4 more).',
    );
  });

  test('refuses too few connections and names the required number', () => {
    expect(() => divideConnections(15, 2, NEEDS)).toThrow(
      'DB_POOL_SIZE is 15, but the server needs at least 16 connections (8 for each of its WORKERS).',
    );
  });
});
