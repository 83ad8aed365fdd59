import { afterEach, expect, test } from 'vitest';
import { readStoredLanguage, storeLanguage } from './stored-language.ts';

afterEach(() => localStorage.clear());

test('The selected language is stored', () => {
  expect(readStoredLanguage()).toBeNull();
  storeLanguage('de');
  expect(readStoredLanguage()).toBe('de');
});

test('A stored language that the app does not support is ignored', () => {
  storeLanguage('tlh');
  expect(readStoredLanguage()).toBeNull();
});
