import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeLanguage } from '../lib/stored-tag.ts';
import { homeInStoredLanguage } from './home-language.ts';

beforeEach(() => {
  document.head.innerHTML = `
    <link rel="alternate" hreflang="en" href="https://pay.example.com/">
    <link rel="alternate" hreflang="ar" href="https://pay.example.com/ar">`;
});

afterEach(() => {
  localStorage.clear();
  document.head.innerHTML = '';
});

test('The home page opens in the chosen language', () => {
  storeLanguage('ar');
  expect(homeInStoredLanguage('/')).toBe('/ar');
});

test.each([null, 'en', 'tlh'])(
  'The home page stays in English for the stored language %s',
  (tag) => {
    if (tag !== null) storeLanguage(tag);
    expect(homeInStoredLanguage('/')).toBeNull();
  },
);

test('Other pages stay in the language of their URL', () => {
  storeLanguage('ar');
  expect(homeInStoredLanguage('/cards')).toBeNull();
  expect(homeInStoredLanguage('/de')).toBeNull();
});
