import { expect, test } from 'vitest';
import { ownHost } from './hosts.ts';

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['192.168.1.5', '192.168.1.5'],
  ['::1', '[::1]'],
])('A server that listens on %s is reached from its machine at %s', (host, name) => {
  expect(ownHost(host)).toBe(name);
  expect(new URL(`http://${name}:3000`).hostname).toBe(name);
});
