import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

test('the backend’s own words are shown', () => {
  expect(errorMessage(new Error('Invalid login credentials'))).toBe('Invalid login credentials');
  expect(errorMessage({ code: '23514', message: 'Unknown tier' })).toBe('Unknown tier');
});

test('an error without words gets the general sentence', () => {
  expect(errorMessage(undefined)).toBe('An unexpected error occurred.');
  expect(errorMessage({ message: '' })).toBe('An unexpected error occurred.');
});

test('the empty object that stands for an unreadable answer is never shown', () => {
  expect(errorMessage(new Error('{}'))).toBe('An unexpected error occurred.');
});

test('a session that is over is told in one way, whichever service refused it', () => {
  for (const error of [
    { code: 'PGRST303', message: 'JWT session has ended' },
    Object.assign(new Error('Auth session missing!'), { name: 'AuthSessionMissingError' }),
  ]) {
    expect(errorMessage(error)).toBe("You've been logged out. Please log in again.");
  }
});
