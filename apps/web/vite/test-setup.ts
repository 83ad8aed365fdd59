import { webcrypto } from 'node:crypto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

// What a slow, loaded machine needs; found earlier, nothing waits for it.
configure({ asyncUtilTimeout: 20_000 });

// That of jsdom makes random values only; a browser's signs and hashes too.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });

// jsdom has no layout, so nothing scrolls.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => undefined;

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

// A test that expects an error replaces the implementation and clears the calls it has checked.
afterEach(() => {
  cleanup();
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
  consoleError.mockRestore();
});
