import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('Of those that wait one of each who asks comes in turn, also after a failure, and no more at once', async () => {
  const inTurn = createTurns<string>(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string, name: string) =>
    inTurn(key, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'busy 1') throw new Error('no');
    });
  const endNext = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  const refused = expect(ask('busy', 'busy 1')).rejects.toThrow('no');
  const all = ['busy 2', 'busy 3', 'busy 4'].map((name) => ask('busy', name));
  all.push(ask('other', 'other 1'), ask('third', 'third 1'), ask('other', 'other 2'));
  expect(begun).toEqual(['busy 1', 'busy 2']);
  await endNext();
  await refused;
  for (let left = 6; left > 0; left -= 1) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['busy 1', 'busy 2', 'busy 3', 'other 1', 'third 1', 'busy 4', 'other 2']);
});
