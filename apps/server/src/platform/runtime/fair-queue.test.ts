import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('A queue runs two tasks at a time, round-robin between keys, also after a task fails', async () => {
  const queue = createFairQueue<string>(2);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string, name: string) =>
    queue(key, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'busy 1') throw new Error('no');
    });
  const endNext = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  const failed = expect(add('busy', 'busy 1')).rejects.toThrow('no');
  const all = ['busy 2', 'busy 3', 'busy 4'].map((name) => add('busy', name));
  all.push(add('other', 'other 1'), add('third', 'third 1'), add('other', 'other 2'));
  expect(started).toEqual(['busy 1', 'busy 2']);
  await endNext();
  await failed;
  for (let left = 6; left > 0; left -= 1) await endNext();
  await Promise.all(all);
  expect(started).toEqual([
    'busy 1',
    'busy 2',
    'busy 3',
    'other 1',
    'third 1',
    'busy 4',
    'other 2',
  ]);
});
