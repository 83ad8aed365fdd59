import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('Who asks for much waits for themselves, also after a failure, and nobody else waits', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const first = Promise.withResolvers<undefined>();
  const failing = inTurn('busy', async () => {
    await first.promise;
    throw new Error('no');
  });
  const second = inTurn('busy', () => Promise.resolve(done.push('second')));
  await inTurn('other', () => Promise.resolve(done.push('other')));
  expect(done).toEqual(['other']);
  first.resolve(undefined);
  await expect(failing).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['other', 'second']);
});
