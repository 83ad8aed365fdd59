/** A thread that computes and verifies password hashes, one at a time, for password-hashing.ts. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import type { HashTask } from './hash-threads.ts';

const LOW_PRIORITY = 10;

// On Linux a priority belongs to a thread. Hashes use idle processor time, and requests without a hash do not
// wait for them.
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

function work(task: HashTask): string | boolean {
  switch (task.kind) {
    case 'hash':
      return argon2.hashSync(task.password, task.options);
    case 'verify-argon2':
      return argon2.verifySync(task.hash, task.password);
    case 'verify-bcrypt':
      return bcrypt.verifySync(task.password, task.hash);
  }
}

parentPort?.on('message', (task: HashTask) => {
  try {
    parentPort?.postMessage({ value: work(task) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
