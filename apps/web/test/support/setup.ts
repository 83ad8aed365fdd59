import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';
import '../../src/styles/index.css';
import { closeScreen } from './screen.tsx';

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

// A test that expects an error replaces the implementation and clears the calls it has checked.
afterEach(async () => {
  await closeScreen();
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
  consoleError.mockRestore();
});
