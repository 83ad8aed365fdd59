import { expect, it } from 'vitest';
import { searchText } from './search-text.ts';

it.each([
  ['Zoë', 'zoe'],
  ['ZOE\u0308', 'zoe'],
  ['Łukasz Großmann', 'lukasz grossmann'],
  ['Søren Æbelø', 'soren aebelo'],
  ['مُحَمَّد', 'محمد'],
  ['आयशा', 'आयशा'],
  ['Ａｄａ', 'ada'],
])('%s is found by "%s"', (text, plain) => {
  expect(searchText(text)).toBe(plain);
});
