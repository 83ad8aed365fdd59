import { describe, expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const limitOf = (maxRunning: number, maxWaiting = 10) =>
  createConcurrencyLimit<string>({
    maxRunning,
    maxWaiting,
    createFullError: () => new RangeError('too many wait'),
  });
const NEVER_ABORTED = new AbortController().signal;
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

describe('concurrency limit', () => {
  test('runs the next request of a key when one releases its slot', async () => {
    const limit = limitOf(2);
    const first = await limit.acquire('a', NEVER_ABORTED);
    await limit.acquire('a', NEVER_ABORTED);
    const third = Promise.resolve(limit.acquire('a', NEVER_ABORTED));
    expect(await isSettled(third)).toBe(false);
    first();
    expect(typeof (await third)).toBe('function');
  });

  test('does not block other keys', async () => {
    const limit = limitOf(1);
    await limit.acquire('a', NEVER_ABORTED);
    const waiting = Promise.resolve(limit.acquire('a', NEVER_ABORTED));
    expect(typeof (await limit.acquire('b', NEVER_ABORTED))).toBe('function');
    expect(await isSettled(waiting)).toBe(false);
  });

  test('releases a slot once', async () => {
    const limit = limitOf(1);
    const release = await limit.acquire('a', NEVER_ABORTED);
    const second = Promise.resolve(limit.acquire('a', NEVER_ABORTED));
    const third = Promise.resolve(limit.acquire('a', NEVER_ABORTED));
    release();
    release();
    await second;
    expect(await isSettled(third)).toBe(false);
  });

  test('rejects with the full error when too many tasks wait', async () => {
    const limit = limitOf(1, 1);
    await limit.acquire('a', NEVER_ABORTED);
    void limit.acquire('a', NEVER_ABORTED);
    const acquire = () => limit.acquire('a', NEVER_ABORTED);
    expect(acquire).toThrow(new RangeError('too many wait'));
  });

  test('removes an aborted request from the queue', async () => {
    const limit = limitOf(1);
    const release = await limit.acquire('a', NEVER_ABORTED);
    const client = new AbortController();
    const aborted = Promise.resolve(limit.acquire('a', client.signal));
    const next = Promise.resolve(limit.acquire('a', NEVER_ABORTED));
    client.abort(new Error('disconnected'));
    await expect(aborted).rejects.toThrow('disconnected');
    release();
    expect(typeof (await next)).toBe('function');
  });
});
