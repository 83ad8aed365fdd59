import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeliveries, type Deliveries } from './delivery.ts';

const STALL_MS = 1_000;
let deliveries: Deliveries;
let destroyed: number;
let outgoing: ServerResponse;

beforeEach(() => {
  vi.useFakeTimers();
  destroyed = 0;
  outgoing = { destroy: () => (destroyed += 1) } as unknown as ServerResponse;
  deliveries = createDeliveries({ stallMs: STALL_MS });
});
afterEach(() => {
  deliveries.close();
  vi.useRealTimers();
});

function readerOf(bytes: number): ReadableStreamDefaultReader<Uint8Array> {
  const paced = deliveries.pace(outgoing, Buffer.alloc(bytes, 'x'));
  if (!(paced instanceof ReadableStream)) throw new Error('not paced');
  return paced.getReader();
}

test('A short body leaves at once', () => {
  const body = Buffer.from('short');
  expect(deliveries.pace(outgoing, body)).toBe(body);
});

test('A client that takes a little now and then gets all of it, however long it takes', async () => {
  deliveries.begin(outgoing);
  const reader = readerOf(500_000);
  let taken = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    taken += part.value.length;
    vi.advanceTimersByTime(STALL_MS * 0.9);
  }
  expect([taken, destroyed]).toEqual([500_000, 0]);
});

test('A client that takes nothing for too long is cut off', async () => {
  deliveries.begin(outgoing);
  await readerOf(500_000).read();
  vi.advanceTimersByTime(STALL_MS * 0.9);
  expect(destroyed).toBe(0);
  vi.advanceTimersByTime(STALL_MS * 0.6);
  expect(destroyed).toBeGreaterThan(0);
});

test('A client that has its answer is not watched any longer', () => {
  deliveries.begin(outgoing);
  deliveries.end(outgoing);
  vi.advanceTimersByTime(STALL_MS * 10);
  expect(destroyed).toBe(0);
});
