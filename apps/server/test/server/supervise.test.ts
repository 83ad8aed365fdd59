import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SUPERVISED = fileURLToPath(new URL('../support/supervised-for-test.ts', import.meta.url));

async function start(): Promise<{ child: ChildProcess; errors: () => string }> {
  const child = fork(SUPERVISED, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'message');
  return { child, errors: () => errors };
}

test('A process that permanently loses a part closes, logs the part and the reason, and exits with a specific code', async () => {
  const { child, errors } = await start();
  child.send('lose');
  const closed = once(child, 'message');
  expect(await once(child, 'exit')).toEqual([69, null]);
  expect(await closed).toContain('closed');
  expect(errors()).toContain('because the archive is lost: its disk is full');
});

test('Two signals at once, as npm and a terminal send for one Ctrl-C, shut down a process cleanly', async () => {
  const { child } = await start();
  const closed = once(child, 'message');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await closed).toContain('closed');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
