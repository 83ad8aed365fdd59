import { webcrypto } from 'node:crypto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

// A slow machine needs this time. A test that finds the element earlier does not wait.
configure({ asyncUtilTimeout: 20_000 });

// The crypto of jsdom has only random values. The one of Node signs and hashes, too.
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
